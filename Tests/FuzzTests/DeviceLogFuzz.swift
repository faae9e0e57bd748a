@testable import Formats

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: they are read as a device's log, in pieces whose size the first byte says, and come back
/// out of the blocks; and they are read as a block.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard let first = bytes.first else { return 0 }
    let whole = read(bytes.dropFirst(), inPiecesOf: bytes.count)
    precondition(read(bytes.dropFirst(), inPiecesOf: Int(first) + 1) == whole, "pieces are read otherwise than the whole")
    precondition(whole.allSatisfy { !$0.text.utf8.contains(DeviceLogBlock.end) && !$0.tag.utf8.contains(DeviceLogBlock.field) })
    _ = try? DeviceLogBlock.lines(in: bytes)
    return 0
}

private func read(_ bytes: ArraySlice<UInt8>, inPiecesOf size: Int) -> [DeviceLogLine] {
    var lines: [DeviceLogLine] = []
    var reader = DeviceLogReader(utcOffset: 28_800, reference: 1_795_228_800_000) { block, facts in
        let found = try DeviceLogBlock.lines(in: block)
        precondition(facts.first == lines.count + 1 && facts.lines == found.count, "the facts of a block are not those of its lines")
        precondition(found.compactMap(\.time).min() == facts.from && found.compactMap(\.time).max() == facts.to)
        lines += found
    }
    do {
        try reader.begin("a")
        var rest = bytes
        while !rest.isEmpty {
            try reader.take(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        try reader.finish()
    } catch {
        preconditionFailure("what was written cannot be read: \(error)")
    }
    return lines
}

import Foundation

@testable import Formats

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: an index of uploads is made of them, damaged as they say, and asked.
///
/// The first byte says how many changes follow, three bytes each: where, counted from the parts' beginnings in turn, and what. The rest are the uploads,
/// with 0xFF between them.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard let first = bytes.first else { return 0 }
    let changes = Array(bytes.dropFirst().prefix(Int(first % 8) * 3))
    let bodies = bytes.dropFirst(1 + changes.count).split(separator: 0xFF, omittingEmptySubsequences: false).prefix(64).map(Array.init)
    let file = index(of: bodies)
    if changes.isEmpty { check(file, bodies) }
    ask(damaged(file, changes))
    return 0
}

private func index(of bodies: [[UInt8]]) -> [UInt8] {
    var builder = LogIndexBuilder()
    for (number, body) in bodies.enumerated() {
        let upload = LogIndexUpload(
            receivedAt: 1_795_228_800_000 + number,
            batchID: "\(number)",
            times: 0...1,
            isReport: number % 5 == 4,
            device: "device"
        )
        if number % 7 == 6 { builder.addUnreadable(upload) } else { builder.add(upload, body) }
    }
    return builder.finished(salt: [])
}

/// Nobody who holds a text or a device is left out.
private func check(_ file: [UInt8], _ bodies: [[UInt8]]) {
    guard let head = try? LogIndexHead(Array(file.prefix(LogIndexHead.size))), head.end == file.count, head.uploads == bodies.count else {
        preconditionFailure("the head is not what was written")
    }
    guard let directory = try? LogIndexDirectory(head, Array(file[head.directoryRange])),
        let terms = try? LogIndexTerms(head, Array(file[head.termRange]))
    else {
        preconditionFailure("the parts are not what was written")
    }
    for (number, body) in bodies.enumerated() where number % 7 != 6 {
        let text = String(decoding: body.prefix(12), as: UTF8.self)
        guard LogNeedle(text).isIn(body) else { continue }
        for trigram in LogNeedle(text).trigrams {
            let set = try? directory.uploads(with: trigram, in: Array(file[directory.range(of: trigram)]))
            precondition(set?.contains(number) ?? false)
        }
    }
    precondition((try? terms.uploads(with: [LogIndexTerm(.device, "device")]).isEmpty) != nil)
}

private func damaged(_ file: [UInt8], _ changes: [UInt8]) -> [UInt8] {
    var file = file
    guard let head = try? LogIndexHead(Array(file.prefix(LogIndexHead.size))) else { return file }
    let starts = [0, 8, head.termRange.lowerBound, head.entryRange.lowerBound, head.directoryRange.lowerBound, head.directoryRange.upperBound]
    for number in 0..<changes.count / 3 {
        let start = starts[Int(changes[number * 3]) % starts.count]
        let place = start + Int(changes[number * 3]) / starts.count + Int(changes[number * 3 + 1]) * 16
        if place < file.count { file[place] = changes[number * 3 + 2] }
    }
    return file
}

private func ask(_ file: [UInt8]) {
    guard let head = try? LogIndexHead(Array(file.prefix(LogIndexHead.size))), head.end <= file.count else { return }
    precondition(head.end <= LogIndex.largest)
    if let entries = try? LogIndexEntry.all(in: Array(file[head.entryRange]), head) { precondition(entries.count == head.uploads) }
    if let terms = try? LogIndexTerms(head, Array(file[head.termRange])) {
        for field in LogIndexTerm.Field.allCases {
            if let set = try? terms.uploads(with: [LogIndexTerm(field, "device")]) { precondition(set.numbers.allSatisfy { $0 < head.uploads }) }
        }
        _ = try? terms.withAnyText
    }
    guard let directory = try? LogIndexDirectory(head, Array(file[head.directoryRange])) else { return }
    for trigram in LogNeedle("D-VM,2026,e-MM").trigrams {
        guard let range = try? directory.range(of: trigram) else { continue }
        precondition(range.upperBound <= head.end)
        if let set = try? directory.uploads(with: trigram, in: Array(file[range])) { precondition(set.numbers.allSatisfy { $0 < head.uploads }) }
    }
}

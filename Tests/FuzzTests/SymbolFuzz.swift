import Foundation

@testable import Formats

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: everything that reads a file of symbols. The first byte says which.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    guard let first = bytes.first else { return 0 }
    readers[Int(first) % readers.count](Array(bytes.dropFirst()))
    return 0
}

/// In the order of the letters in `Corpus/symbols.py`.
private let readers: [@Sendable ([UInt8]) -> Void] = [program, mapping]

private func program(_ bytes: [UInt8]) {
    guard case .native(let slices)? = try? SymbolFile(SymbolBytes(bytes)) else { return }
    precondition(slices.count <= 20)
    for slice in slices {
        precondition(slice.range.upperBound <= bytes.count && SymbolID.normal(slice.id) == slice.id)
        precondition(SymbolID.guid(ofBuildID: slice.id).utf8.count == 32)
    }
}

private func mapping(_ bytes: [UInt8]) {
    _ = try? SymbolMapping(SymbolBytes(bytes))
    guard let retrace = try? Retrace(SymbolBytes(bytes)) else { return }
    let frames = ["a", "b"].flatMap { name in
        [nil, 0, 1, 2, 4, 27, 65_535, Int.max].flatMap { line in
            ["a", "s", "<init>"].map { RetraceFrame(className: name, method: $0, file: nil, line: line) }
        }
    }
    let found = retrace.frames(frames, thrownBy: "java.lang.NullPointerException")
    precondition(found.count == frames.count && found.allSatisfy { $0.alternatives.count <= 32 })
    _ = retrace.message(String(decoding: bytes, as: UTF8.self))
    _ = retrace.method("a", "a")
}

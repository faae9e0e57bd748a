import Console
import Formats

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: the way of an upload from its body to its counts.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    readEverything(bytes)
    mask(bytes)
    reduce(bytes, of: size % 2 == 0 ? bare : full)
    return 0
}

private let zone = TelemetryZone(secondsFromGMT: 28_800)
private let bare = TelemetryUpload(productID: "DEMO_IOS-0000017768", receivedAt: 1_795_228_860_000, zone: zone)
private let full = TelemetryUpload(
    productID: "DEMO_IOS-0000017768",
    version: "1.0",
    device: "device",
    user: "u,1",
    receivedAt: 1_795_228_860_000,
    zone: zone,
    timeZone: "+08:00"
)

private func readEverything(_ bytes: [UInt8]) {
    try? LogLineReader(bytes).forEachLine { _, line in
        for field in LogField.allCases { _ = line.string(field) }
        _ = line.time
        _ = line.milliseconds
        _ = line.extra("op")
        _ = line.extras()
        _ = line.bytes(limit: 64)
    }
}

/// What is hidden keeps its length, and is hidden by stars only.
private func mask(_ bytes: [UInt8]) {
    var once = bytes
    PersonalMask.mask(&once)
    precondition(once.count == bytes.count)
    precondition(zip(bytes, once).allSatisfy { $0 == $1 || $1 == UInt8(ascii: "*") })
}

/// Every line is counted or rejected, whatever it holds; a report alone is always one crash.
private func reduce(_ bytes: [UInt8], of upload: TelemetryUpload) {
    guard let reduction = try? TelemetryReduction(bytes, of: upload) else { return }
    let lines = bytes.split(separator: 0x0A).filter { $0 != [0x0D] }.count
    precondition(reduction.accepted + reduction.rejected == lines)
    precondition(reduction.minutes.reduce(0) { $0 + $1.lines } == reduction.accepted)
    precondition(TelemetryReduction(crashReport: bytes, of: upload).crashes.count == 1)
}

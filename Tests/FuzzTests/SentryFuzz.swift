import Formats

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: everything that reads what Sentry's SDKs send, beside the events' own reading, which
/// `CrashFuzz` looks after.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let bytes = [UInt8](UnsafeBufferPointer(start: data, count: size))
    if let head = SentryEventHead(bytes) { precondition(head.id.map { $0.utf8.count == 32 } ?? true) }
    if let event = SentryEnvelope.onlyEvent(in: bytes) { precondition(event.first == UInt8(ascii: "{")) }
    guard let envelope = try? SentryEnvelope(bytes) else { return 0 }
    precondition(envelope.items.count <= SentryEnvelope.Limits().items)
    var last = 0
    for item in envelope.items {
        precondition(item.payload.lowerBound >= last && item.payload.upperBound <= bytes.count && !item.type.isEmpty)
        last = item.payload.upperBound
        read(bytes[item.payload])
    }
    return 0
}

private func read(_ payload: ArraySlice<UInt8>) {
    let sessions = (SentrySession.one(payload).map { [$0] } ?? []) + (SentrySession.sums(payload, most: 10) ?? [])
    precondition(sessions.count <= 11)
    for session in sessions {
        let counts = session.counts
        precondition([counts.begun, counts.ended, counts.crashed, counts.abnormal, counts.errored].allSatisfy { $0 >= 0 })
        precondition(counts.crashed + counts.abnormal + counts.errored <= counts.ended)
    }
    if let report = SentryClientReport(payload) { precondition(report.lost.count <= 100 && report.lost.allSatisfy { $0.quantity > 0 }) }
    if let head = SentryEventHead(Array(payload)) { precondition(!head.namedUser.utf8.contains(0) && !head.release.utf8.contains(0)) }
}

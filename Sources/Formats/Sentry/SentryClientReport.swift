/// What an SDK says it did not send, and why (Sentry, "Client Reports", public documentation of its SDKs).
public struct SentryClientReport: Sendable, Equatable {
    /// As `ratelimit_backoff` and `error`.
    public struct Lost: Sendable, Equatable {
        public var reason = ""
        public var category = ""
        public var quantity = 0
    }

    public private(set) var lost: [Lost] = []

    /// Kinds of one report that are read.
    private static let most = 100

    /// - Returns: nil for what is none.
    public init?(_ payload: ArraySlice<UInt8>) {
        var json = JSONReader(Array(payload))
        do throws(JSONReader.Malformed) {
            guard json.peek() == UInt8(ascii: "{"), try json.beginObject() else { return nil }
            while let name = try json.name() {
                if name == "discarded_events" { try read(&json) } else { try json.skip() }
            }
        } catch {
            return nil
        }
    }

    private mutating func read(_ json: inout JSONReader) throws(JSONReader.Malformed) {
        guard try json.beginArray() else { return }
        while try json.item() {
            var one = Lost()
            guard try json.beginObject() else { continue }
            while let name = try json.name() {
                switch name {
                case "reason": one.reason = try SentryEventHead.text(&json)
                case "category": one.category = try SentryEventHead.text(&json)
                case "quantity": one.quantity = min(max(try json.integer() ?? 0, 0), SentrySession.mostCounted)
                default: try json.skip()
                }
            }
            if lost.count < Self.most, one.quantity > 0 { lost.append(one) }
        }
    }
}

/// A change of one session, or the sum of many (Sentry, "Sessions", public documentation of its SDKs).
public struct SentrySession: Sendable, Equatable {
    /// How it stands.
    public enum Status: String, Sendable, CaseIterable {
        case ok, exited, crashed, abnormal
        /// Ended by an error that the app noticed.
        case errored
    }

    /// Of one session; empty for a sum.
    public var id = ""
    /// Device or user, as the SDK tells them apart; empty when unknown.
    public var device = ""
    public var release = ""
    public var environment = ""
    /// In milliseconds since 1970-01-01T00:00Z.
    public var started: Int?
    /// When it came to stand so.
    public var time: Int?
    public var counts = Counts()

    /// How many sessions this change is about, by what became of them. Each session is counted once as begun, and once when it ended.
    public struct Counts: Sendable, Equatable {
        public var begun = 0
        /// Ended, whatever by.
        public var ended = 0
        public var crashed = 0
        /// Ended without the app's doing: killed, or hanging.
        public var abnormal = 0
        /// Ended well, with errors before.
        public var errored = 0

        public init() {}

        public var isEmpty: Bool { begun == 0 && ended == 0 }
    }

    public init() {}

    /// The most sessions that one sum may be about.
    public static let mostCounted = 1_000_000
}

extension SentrySession {
    /// The payload of an item `session`.
    /// - Returns: nil for what is no session.
    public static func one(_ payload: ArraySlice<UInt8>) -> SentrySession? {
        var json = JSONReader(Array(payload))
        return try? read(&json)
    }

    private static func read(_ json: inout JSONReader) throws(JSONReader.Malformed) -> SentrySession? {
        var session = SentrySession()
        var (isNew, status, errors) = (false, Status.ok, 0)
        guard json.peek() == UInt8(ascii: "{"), try json.beginObject() else { return nil }
        while let name = try json.name() {
            switch name {
            case "init": isNew = try json.boolean() ?? false
            case "status": status = Status(rawValue: try SentryEventHead.text(&json)) ?? .ok
            case "errors": errors = try json.integer() ?? 0
            case "sid": session.id = try SentryEventHead.text(&json)
            case "did": session.device = try SentryEventHead.text(&json)
            case "started": session.started = try time(&json)
            case "timestamp": session.time = try time(&json)
            case "attrs": try attributes(&json, &session)
            default: try json.skip()
            }
        }
        session.counts.begun = isNew ? 1 : 0
        session.counts.end(status, hadErrors: errors > 0)
        return session
    }

    /// The payload of an item `sessions`: sums of servers, which have too many sessions to tell of each.
    /// - Returns: at most `most`; nil for what is none.
    public static func sums(_ payload: ArraySlice<UInt8>, most: Int = 1_000) -> [SentrySession]? {
        var json = JSONReader(Array(payload))
        return try? readSums(&json, most)
    }

    private static func readSums(_ json: inout JSONReader, _ most: Int) throws(JSONReader.Malformed) -> [SentrySession]? {
        var (sums, attributes): ([SentrySession], SentrySession) = ([], .init())
        guard json.peek() == UInt8(ascii: "{"), try json.beginObject() else { return nil }
        while let name = try json.name() {
            switch name {
            case "attrs": try self.attributes(&json, &attributes)
            case "aggregates":
                guard try json.beginArray() else { continue }
                while try json.item() { if let sum = try sum(&json), sums.count < most { sums.append(sum) } }
            default: try json.skip()
            }
        }
        return sums.map { sum in
            var sum = sum
            (sum.release, sum.environment) = (attributes.release, attributes.environment)
            return sum
        }
    }

    private static func sum(_ json: inout JSONReader) throws(JSONReader.Malformed) -> SentrySession? {
        var sum = SentrySession()
        var exited = 0
        guard json.peek() == UInt8(ascii: "{") else {
            try json.skip()
            return nil
        }
        guard try json.beginObject() else { return nil }
        while let name = try json.name() {
            switch name {
            case "started": sum.started = try time(&json)
            case "did": sum.device = try SentryEventHead.text(&json)
            case "exited": exited = try count(&json)
            case "errored": sum.counts.errored = try count(&json)
            case "crashed": sum.counts.crashed = try count(&json)
            case "abnormal": sum.counts.abnormal = try count(&json)
            default: try json.skip()
            }
        }
        sum.time = sum.started
        // In sums those with errors are apart from those that ended well.
        sum.counts.ended = exited + sum.counts.errored + sum.counts.crashed + sum.counts.abnormal
        sum.counts.begun = sum.counts.ended
        return sum
    }

    private static func count(_ json: inout JSONReader) throws(JSONReader.Malformed) -> Int {
        min(max(try json.integer() ?? 0, 0), mostCounted)
    }

    private static func attributes(_ json: inout JSONReader, _ session: inout SentrySession) throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "release": session.release = try SentryEventHead.text(&json)
            case "environment": session.environment = try SentryEventHead.text(&json)
            default: try json.skip()
            }
        }
    }

    private static func time(_ json: inout JSONReader) throws(JSONReader.Malformed) -> Int? {
        SentryTime.milliseconds(try SentryEventHead.text(&json))
    }
}

extension SentrySession.Counts {
    /// Each session ends once, so that it is counted then.
    fileprivate mutating func end(_ status: SentrySession.Status, hadErrors: Bool) {
        guard status != .ok else { return }
        ended = 1
        switch status {
        case .crashed: crashed = 1
        case .abnormal: abnormal = 1
        case .errored: errored = 1
        case .exited: errored = hadErrors ? 1 : 0
        case .ok: break
        }
    }

    public mutating func add(_ other: Self) {
        begun += other.begun
        ended += other.ended
        crashed += other.crashed
        abnormal += other.abnormal
        errored += other.errored
    }
}

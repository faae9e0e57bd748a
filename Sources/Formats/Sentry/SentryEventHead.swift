/// What has to be known of an event before it is taken in, read in one pass without its stacks.
public struct SentryEventHead: Sendable, Equatable {
    /// 32 lower-case hexadecimal digits; nil where there is none.
    public private(set) var id: String?
    public private(set) var release = ""
    public private(set) var user = CrashReport.User()
    /// Of the context `device`; empty where there is none.
    public private(set) var device = ""
    /// `transaction` and others have events of the same form, which are no reports.
    public private(set) var type = ""

    /// - Returns: nil for what is no JSON object.
    public init?(_ bytes: [UInt8]) {
        var json = JSONReader(bytes)
        do throws(JSONReader.Malformed) {
            guard json.peek() == UInt8(ascii: "{"), try json.beginObject() else { return nil }
            while let name = try json.name() { try read(name, &json) }
        } catch {
            return nil
        }
        guard json.isAtEnd() else { return nil }
    }

    private mutating func read(_ name: String, _ json: inout JSONReader) throws(JSONReader.Malformed) {
        switch name {
        case "event_id": id = SentryID.read(try Self.text(&json))
        case "release": release = try Self.text(&json)
        case "type": type = try Self.text(&json)
        case "user": try readUser(&json)
        case "contexts": try readContexts(&json)
        default: try json.skip()
        }
    }

    private mutating func readUser(_ json: inout JSONReader) throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            switch name {
            case "id": user.id = try Self.text(&json)
            case "username", "name": user.name = try Self.text(&json)
            case "email": user.email = try Self.text(&json)
            default: try json.skip()
            }
        }
    }

    private mutating func readContexts(_ json: inout JSONReader) throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            guard name == "device" else {
                try json.skip()
                continue
            }
            guard try json.beginObject() else { continue }
            while let name = try json.name() {
                if name == "id" { device = try Self.text(&json) } else { try json.skip() }
            }
        }
    }

    /// Numbers are ids, too.
    static func text(_ json: inout JSONReader) throws(JSONReader.Malformed) -> String {
        if json.peek() == UInt8(ascii: "\"") {
            guard let content = try json.string() else { return "" }
            return CrashNames.make(Array(json.text(content, most: 1 << 10).utf8)[...])
        }
        guard let part = try json.word() else { return "" }
        let word = String(decoding: json.bytes[part.prefix(64)], as: UTF8.self)
        return word == "null" ? "" : word
    }
}

extension SentryEventHead {
    /// What tells the installation; empty when unknown. Apple's SDK says it as the user's id, a UUID, as long as the app names nobody.
    public var installation: String { device.isEmpty && Self.isUUID(user.id) ? user.id : device }

    /// Whom the app named; empty for nobody.
    public var namedUser: String {
        var named = user
        if named.id == installation { named.id = "" }
        return named.known
    }

    private static func isUUID(_ text: String) -> Bool {
        text.utf8.count == 36 && SentryID.read(text) != nil
    }
}

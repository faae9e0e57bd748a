/// What Sentry's SDKs send: a line of head, then items, each with a line of head of its own (Sentry, "Envelopes", public documentation of its SDKs).
///
/// Nothing of the payloads is read or copied: they are parts of the bytes.
public struct SentryEnvelope: Sendable, Equatable {
    /// The event's id, 32 lower-case hexadecimal digits; nil where there is none, or what stands there is none.
    public let eventID: String?
    /// The address it was meant for; empty where the head does not say.
    public let dsn: String
    public let items: [Item]

    public struct Item: Sendable, Equatable {
        /// As `event`, `session`, `attachment` or `client_report`; others come with every year.
        public var type = ""
        public var payload: Range<Int> = 0..<0
        /// Of an attachment.
        public var fileName = ""
        /// Of an attachment, as the SDK says; empty when it does not.
        public var mediaType = ""
        /// Of an attachment: `event.attachment`, `event.minidump`, `event.view_hierarchy` …
        public var attachmentType = ""
    }

    public struct Limits: Sendable {
        public var items = 1_000
        /// Bytes of a line of head.
        public var head = 64 << 10

        public init() {}
    }

    /// Why bytes are no envelope, with the number of the item, counted from 1; 0 is the envelope's own head.
    public enum Fault: Error, Equatable, Sendable {
        /// The head is no JSON object, or too long.
        case head(item: Int)
        /// The head names no type.
        case type(item: Int)
        /// The payload ends before its length, or goes on behind it.
        case length(item: Int)
        case tooMany
    }

    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(Fault) {
        var reader = SentryEnvelopeReader(bytes, limits)
        (eventID, dsn) = try reader.head()
        var items: [Item] = []
        while let item = try reader.item(items.count + 1) {
            guard items.count < limits.items else { throw .tooMany }
            items.append(item)
        }
        self.items = items
    }
}

extension SentryEnvelope {
    /// The event of an envelope that has one and no more; nil for all else.
    public static func onlyEvent(in bytes: [UInt8]) -> [UInt8]? {
        guard bytes.first == UInt8(ascii: "{"), let envelope = try? SentryEnvelope(bytes) else { return nil }
        let events = envelope.items.filter { $0.type == "event" }
        guard events.count == 1 else { return nil }
        let event = Array(bytes[events[0].payload])
        return CrashSentry.isEvent(event) ? event : nil
    }
}

/// Goes from line to line.
private struct SentryEnvelopeReader {
    private let bytes: [UInt8]
    private let limits: SentryEnvelope.Limits
    private var place = 0

    init(_ bytes: [UInt8], _ limits: SentryEnvelope.Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    mutating func head() throws(SentryEnvelope.Fault) -> (String?, String) {
        var (id, dsn): (String?, String) = (nil, "")
        try object(0) { (name, json: inout JSONReader) throws(JSONReader.Malformed) in
            switch name {
            case "event_id": id = SentryID.read(try Self.text(&json))
            case "dsn": dsn = try Self.text(&json)
            default: try json.skip()
            }
        }
        return (id, dsn)
    }

    /// nil at the end.
    mutating func item(_ number: Int) throws(SentryEnvelope.Fault) -> SentryEnvelope.Item? {
        // Between items there may be empty lines, and one at the end there mostly is.
        while place < bytes.count, bytes[place] == 0x0A || bytes[place] == 0x0D { place += 1 }
        guard place < bytes.count else { return nil }
        var (item, length): (SentryEnvelope.Item, Int?) = (.init(), nil)
        try object(number) { (name, json: inout JSONReader) throws(JSONReader.Malformed) in
            switch name {
            case "type": item.type = try Self.text(&json)
            case "length": length = try json.integer()
            case "filename": item.fileName = try Self.text(&json)
            case "content_type": item.mediaType = try Self.text(&json)
            case "attachment_type": item.attachmentType = try Self.text(&json)
            default: try json.skip()
            }
        }
        guard !item.type.isEmpty else { throw .type(item: number) }
        item.payload = try payload(length, number)
        return item
    }

    /// So many bytes, or without a length up to the end of the line.
    private mutating func payload(_ length: Int?, _ number: Int) throws(SentryEnvelope.Fault) -> Range<Int> {
        let start = place
        guard let length else {
            let end = lineEnd()
            place = min(end + 1, bytes.count)
            return start..<end
        }
        guard length >= 0, length <= bytes.count - start else { throw .length(item: number) }
        let end = start + length
        guard end == bytes.count || bytes[end] == 0x0A || bytes[end] == 0x0D else { throw .length(item: number) }
        place = end
        return start..<end
    }

    private func lineEnd() -> Int {
        bytes[place...].firstIndex(of: 0x0A) ?? bytes.count
    }

    /// Reads the object that is the next line.
    private mutating func object(
        _ number: Int,
        _ member: (String, inout JSONReader) throws(JSONReader.Malformed) -> Void
    ) throws(SentryEnvelope.Fault) {
        let end = lineEnd()
        guard end - place <= limits.head else { throw .head(item: number) }
        var json = JSONReader(Array(bytes[place..<end]))
        do throws(JSONReader.Malformed) {
            guard json.peek() == UInt8(ascii: "{"), try json.beginObject() else { throw JSONReader.Malformed(place: 0) }
            while let name = try json.name() { try member(name, &json) }
        } catch {
            throw .head(item: number)
        }
        guard json.isAtEnd() else { throw .head(item: number) }
        place = min(end + 1, bytes.count)
    }

    private static func text(_ json: inout JSONReader) throws(JSONReader.Malformed) -> String {
        guard let content = try json.string() else { return "" }
        return CrashNames.make(Array(json.text(content, most: 4 << 10).utf8)[...])
    }
}

/// Ids of events: a UUID with or without dashes.
public enum SentryID {
    /// 32 lower-case hexadecimal digits; nil for anything else, and for only zeros.
    public static func read(_ text: String) -> String? {
        let bytes = Array(text.utf8.prefix(37))
        guard bytes.count == 32 || bytes.count == 36, let id = CrashBuildID.read(bytes), id.utf8.count == 32 else { return nil }
        return id
    }
}

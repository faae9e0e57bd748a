/// An event of a Sentry SDK: one JSON object (Sentry, "Event Payloads", public documentation of its SDKs). Unknown members do not matter.
///
/// Where the protocol is the other way round it is turned: stacks have the innermost call first here, and chains of exceptions what nobody caught.
struct CrashSentry: CrashJSONTexts {
    var json: JSONReader
    var builder: CrashBuilder
    var names = CrashNames()
    var event = CrashReport.Event()
    /// Of exceptions that name their thread: the one that crashed.
    var crashedThread: Int?
    /// Frames of what the system and no language threw: they belong to the crashed thread.
    var signalStack: Int?
    var hasExceptions = false
    /// Said of some exception: whether somebody caught it.
    var isHandled: Bool?
    /// The view in front.
    var view = ""
    /// Whether the stack that is read is the crashed thread's.
    var keepsRegisters = true
    /// Frames with an address within an image, by the image's number.
    var hasRelative = false
    /// Where members begin whose turn comes later.
    private var places: [String: Int] = [:]

    private init(_ bytes: [UInt8], from place: Int, limits: CrashReadLimits) {
        json = JSONReader(bytes, from: place)
        builder = CrashBuilder(.sentry, limits: limits)
    }

    /// Whether an object is an event, by the names of its first members: Apple's JSON has none of these.
    static func isEvent(_ bytes: [UInt8], from place: Int = 0) -> Bool {
        var json = JSONReader(bytes, from: place)
        guard json.peek() == UInt8(ascii: "{"), (try? json.beginObject()) == true else { return false }
        for _ in 0..<64 {
            guard let name = try? json.name() else { return false }
            if telling.contains(name) { return true }
            guard (try? json.skip()) != nil else { return false }
        }
        return false
    }

    private static let telling: Set<String> = [
        "event_id", "logentry", "breadcrumbs", "contexts", "sdk", "debug_meta", "server_name", "fingerprint", "culprit", "sentry.interfaces.Message",
    ]

    /// - Parameter place: where the object begins.
    static func read(_ bytes: [UInt8], from place: Int = 0, limits: CrashReadLimits) throws(CrashReadError) -> CrashReport {
        guard bytes.count - place <= limits.bytes else { throw .tooLarge(.sentry) }
        var reader = CrashSentry(bytes, from: place, limits: limits)
        var part = "event"
        do throws(JSONReader.Malformed) {
            try reader.members(&part)
            try reader.later(&part)
        } catch {
            throw .malformed(.sentry, part: part)
        }
        return reader.finished()
    }

    /// Exceptions say which thread crashed, and the platform how they are called, whatever comes first in the text.
    private func isEarly(_ name: String) -> Bool {
        switch name {
        case "exception": event.platform.isEmpty
        case "threads": !hasExceptions
        case "stacktrace": true
        default: false
        }
    }

    private mutating func members(_ part: inout String) throws(JSONReader.Malformed) {
        guard try json.beginObject() else { return }
        while let name = try json.name() {
            part = name
            guard isEarly(name) else {
                try member(name)
                continue
            }
            _ = json.peek()
            places[name] = json.place
            try json.skip()
        }
    }

    private mutating func later(_ part: inout String) throws(JSONReader.Malformed) {
        if try go(to: "exception", &part) { try exceptions() }
        if try go(to: "threads", &part) { try threads() }
        try addSignalStack()
        if try go(to: "stacktrace", &part) { try looseStack() }
    }

    private mutating func go(to name: String, _ part: inout String) throws(JSONReader.Malformed) -> Bool {
        guard let place = places[name] else { return false }
        part = name
        json.go(to: place)
        return true
    }

    private mutating func member(_ name: String) throws(JSONReader.Malformed) {
        switch name {
        case "event_id": builder.report.incident = try text()
        case "timestamp": builder.report.time = try time()
        case "platform": event.platform = try text()
        case "level": event.level = try text()
        case "logger": event.logger = try text()
        case "environment": event.environment = try text()
        case "release": event.release = try text()
        case "dist": event.dist = try scalar()
        case "transaction": event.transaction = try text()
        case "server_name": event.server = try text()
        case "message", "logentry": try said()
        case "fingerprint": try texts { $0.event.fingerprint.append($1) }
        case "user": try user()
        case "sdk": try tool()
        case "tags": event.tags += try facts()
        case "exception": try exceptions()
        case "threads": try threads()
        case "debug_meta": if builder.limits.stacks != .innermost { try images() } else { try json.skip() }
        case "contexts": try contexts()
        case "breadcrumbs": if builder.limits.stacks == .all { try breadcrumbs() } else { try json.skip() }
        case "extra": if builder.limits.stacks == .all { event.contexts += try facts(in: "extra") } else { try json.skip() }
        default: try json.skip()
        }
    }

    // MARK: the end

    private mutating func finished() -> CrashReport {
        event.isHandled = isHandled ?? (event.level != "fatal")
        if event.transaction.isEmpty { event.transaction = view }
        var report = builder.finish()
        finish(&report.app)
        if report.threads.count == 1, report.thrown.isEmpty, !report.threads[0].isCrashed { report.threads[0].isCrashed = true }
        if hasRelative { placeRelative(&report) }
        var images = CrashImages(report.images)
        images.place(&report)
        report.event = event
        return report
    }

    /// The release's name is what the app is built with; what the device says of the app fills the gaps.
    private func finish(_ app: inout CrashReport.App) {
        let release = CrashSentryRelease(event.release)
        if !release.package.isEmpty { app.identifier = release.package }
        if !release.version.isEmpty { app.version = release.version }
        if !release.build.isEmpty { app.build = release.build } else if !event.dist.isEmpty { app.build = event.dist }
    }
}

/// `package@version+build`, of which only the version has to be there (Sentry, "Releases").
public struct CrashSentryRelease: Sendable, Equatable {
    public let package: String
    public let version: String
    public let build: String

    public init(_ release: String) {
        let parts = release[...].utf8.cut(at: "@")
        let rest = parts?.after ?? release[...].utf8
        let versions = rest.cut(at: "+")
        package = parts?.before.text ?? ""
        version = (versions?.before ?? rest).text
        build = versions?.after.text ?? ""
    }
}

import Formats
import Foundation
import Web

/// What the page of one report shows beside its summary.
struct CrashReportPage: Codable, Sendable {
    /// Telephone numbers and mail addresses are hidden from this viewer.
    let masked: Bool
    /// Why the report cannot be read; nil for one that is.
    let problem: String?
    /// `foreground` or `background`, when the line said.
    let state: String?
    let facts: Facts
    /// What was thrown, and the thread that crashed.
    let stacks: [CrashStackPage]
    /// The other threads.
    let threads: [CrashStackPage]
    /// How many of them there are, and how many of those are not shown.
    let threadCount: Int
    let threadsMore: Int?
    let registers: [CrashReadingBody.Register]
    let images: [CrashReadingBody.Image]
    let imageCount: Int
    let imagesMore: Int?
    /// What the app's own tool says besides; nil where none wrote the report.
    let event: Event?
    let missing: [CrashReadingBody.Missing]
    /// There is no program on this node that looks addresses up, and the report has some.
    let absent: Bool
    /// More is left out than the page says elsewhere: the report is larger than what is read of one.
    let cut: Bool
    let trail: CrashTrailPage
    let told: CrashToldPage
    /// What came beside it.
    let files: [SentryAttachmentBody]
    let raw: Raw
    let links: Links

    /// What the report itself says of how it came.
    struct Facts: Codable, Sendable {
        let exception: String
        /// Codes, and what could not be reached.
        let codes: String
        let reason: String
        let termination: String
        let app: String
        let model: String
        let system: String
        let architecture: String
    }

    struct Event: Codable, Sendable {
        let event: CrashReadingBody.Event
        /// Newest first.
        let crumbs: [Crumb]
        let tags: [CrashReadingBody.Fact]
        let contexts: [CrashReadingBody.Fact]
    }

    struct Crumb: Codable, Sendable {
        let time: Date?
        let category: String
        let level: String
        let text: String
    }

    struct Raw: Codable, Sendable {
        /// The beginning of the report; empty for one that is not text.
        let text: String
        let isText: Bool
        let truncated: Bool
        /// The same, named, for the clipboard; empty for what cannot be read.
        let named: String
    }

    struct Links: Codable, Sendable {
        let raw: String
        let text: String
        let json: String
        /// All crashes of its device, and of its user; nil when they are not known.
        let device: String?
        let user: String?
        let group: String?
        let symbols: String
    }
}

extension CrashReportPage {
    /// Of a report's bytes on the page.
    private static let longestShown = 256 << 10
    private static let mostThreads = 100
    private static let mostImages = 500
    /// Frames on the page; each is a row.
    private static let mostFrames = 4_000

    init(
        _ report: CrashReportBody,
        _ reading: CrashReadingBody,
        _ bytes: [UInt8],
        trail: CrashTrailPage,
        told: CrashToldPage,
        files: [SentryAttachmentBody],
        app: String,
        isMasked: Bool,
        _ context: Context
    ) {
        masked = isMasked
        problem = reading.problem.value
        state = report.foreground.value.map { $0 ? "foreground" : "background" }
        facts = Facts(reading, report)
        var room = Self.mostFrames
        let crashed = reading.threads.prefix { $0.crashed && !$0.frames.isEmpty }.prefix(1)
        stacks = reading.thrown.map { CrashStackPage($0, room: &room) } + crashed.map { CrashStackPage($0, room: &room) }
        let others = reading.threads.dropFirst(crashed.count).filter { !$0.frames.isEmpty }
        threads = others.prefix(Self.mostThreads).map { CrashStackPage($0, room: &room) }
        threadCount = others.count
        threadsMore = others.count > Self.mostThreads ? others.count - Self.mostThreads : nil
        registers = reading.registers
        images = Array(reading.images.prefix(Self.mostImages))
        imageCount = reading.images.count
        imagesMore = reading.images.count > Self.mostImages ? reading.images.count - Self.mostImages : nil
        event = reading.event.value.map(Event.init)
        missing = reading.missing
        absent = !reading.symbolizer && reading.images.contains { !$0.buildId.isEmpty }
        cut = reading.cut != CrashReport.Cut()
        (self.trail, self.told, self.files) = (trail, told, files)
        raw = Raw(report, reading, bytes, isMasked: isMasked, longest: Self.longestShown, context)
        links = Links(report, app)
    }
}

extension CrashReportPage.Facts {
    fileprivate init(_ reading: CrashReadingBody, _ report: CrashReportBody) {
        let exception = reading.exception
        let reason = [reading.abortMessage] + reading.information
        self.init(
            exception: exception.type.isEmpty
                ? exception.signal : exception.signal.isEmpty ? exception.type : "\(exception.type) (\(exception.signal))",
            codes: [exception.subtype, exception.codes, exception.address.value ?? ""].filter { !$0.isEmpty }.joined(separator: " · "),
            reason: String(reason.filter { !$0.isEmpty }.joined(separator: "\n").prefix(4_000)),
            termination: [reading.termination.namespace, reading.termination.code.value ?? "", reading.termination.reason]
                .filter { !$0.isEmpty }.joined(separator: " "),
            app: [reading.app.identifier, reading.app.version, reading.app.build.isEmpty ? "" : "(\(reading.app.build))"]
                .filter { !$0.isEmpty }.joined(separator: " "),
            model: report.model.isEmpty ? reading.device.model : report.model,
            system: report.osVersion.isEmpty ? reading.device.system : report.osVersion,
            architecture: reading.device.architecture
        )
    }
}

extension CrashReportPage.Event {
    fileprivate init(_ event: CrashReadingBody.Event) {
        let crumbs = event.breadcrumbs.suffix(100).reversed().map { crumb in
            let data = crumb.data.map { "\($0.name)=\($0.value)" }
            return CrashReportPage.Crumb(
                time: crumb.time.value,
                category: crumb.category.isEmpty ? crumb.type : crumb.category,
                level: crumb.level,
                text: String(([crumb.message] + data).filter { !$0.isEmpty }.joined(separator: " ").prefix(400))
            )
        }
        self.init(event: event, crumbs: Array(crumbs), tags: Array(event.tags.prefix(100)), contexts: Array(event.contexts.prefix(200)))
    }
}

extension CrashReportPage.Raw {
    fileprivate init(
        _ report: CrashReportBody,
        _ reading: CrashReadingBody,
        _ bytes: [UInt8],
        isMasked: Bool,
        longest: Int,
        _ context: Context
    ) {
        isText = String(validating: bytes, as: UTF8.self) != nil
        // A little more, so that what is cut in two is hidden all the same.
        var shown = isText ? Array(bytes.prefix(longest + 512)) : []
        if isMasked { PersonalMask.mask(&shown) }
        text = String(decoding: shown.prefix(longest), as: UTF8.self)
        truncated = bytes.count > longest
        let isRead = reading.problem.value == nil
        named = isRead ? CrashReadingText(report: report, reading: reading, zone: context.reader.zone, isShort: true).text : ""
    }
}

extension CrashReportPage.Links {
    fileprivate init(_ report: CrashReportBody, _ app: String) {
        let one = "/apps/\(app)/crash-reports/\(report.id)"
        func all(_ field: String, _ value: String) -> String? {
            value.isEmpty ? nil : "/apps/\(app)/crash-reports?\(Form([("from", "-30d"), (field, value)]).encoded)"
        }
        self.init(
            raw: "\(one)/raw",
            text: "\(one)/text",
            json: "/api/v1\(one)/symbolicated",
            device: all("device", report.device),
            user: all("user", report.user),
            group: report.group.value.map { "/apps/\(app)/crash-groups/\($0)" },
            symbols: "/apps/\(app)/symbols"
        )
    }
}

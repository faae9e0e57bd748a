import Formats
import Foundation
import Web

/// What the page of one group shows beside it.
struct CrashGroupPage: Codable, Sendable {
    let facts: CrashGroupLook
    let assigneeName: String
    let assignees: [CrashAssignee]
    let mayWork: Bool
    let typed: Typed
    let spans: [Span]
    let chart: SafeHTML
    /// That may be behind it.
    let changes: ExposureTable
    let changesLink: String
    let facets: [Facet]
    let affectedDevices: [CrashAffected]
    let affectedUsers: [CrashAffected]
    /// Whether the names of users may be read, and linked.
    let namesUsers: Bool
    /// The newest.
    let reports: [Report]
    let reportsKept: Int
    let reportsLink: String
    let notes: [Note]
    let keys: [CrashKeyBody]
    /// There is something to be taken apart.
    let maySplit: Bool
    let why: Why?
    let symbols: Bool

    /// By what tells reports of one group apart.
    struct Report: Codable, Sendable {
        let id: String
        let time: Date
        let version: String
        let model: String
        let osVersion: String
        let device: String
        let user: String
        /// What it says; nil where all of them say the same.
        let message: String?
    }

    struct Typed: Codable, Sendable {
        let version: String
        let text: String
        let into: String
    }

    struct Span: Codable, Sendable {
        let days: Int
        let href: String
        let current: Bool
    }

    struct Facet: Codable, Sendable {
        let facet: CrashFacet
        let rows: [Row]
        /// Values that are not shown.
        let more: Int?

        struct Row: Codable, Sendable {
            /// Empty where reports do not say.
            let value: String
            /// The word for it, of the app's state.
            let state: String?
            let count: Int
            let share: Double
            let bar: SafeHTML
        }
    }

    struct Note: Codable, Sendable {
        let note: CrashNote
        let isComment: Bool
        let author: String
        /// A group that it names.
        let group: String?
    }

    /// Why reports are in this group: what of the newest one was compared.
    struct Why: Codable, Sendable {
        let report: String
        /// Of the algorithm.
        let version: Int
        let lines: [Line]

        struct Line: Codable, Sendable {
            let subject: CrashKey.Subject
            let text: String
            let key: String
            let word: CrashKey.Word
            let taken: Bool
        }
    }
}

extension CrashGroupPage {
    private static let spans = [3, 14, 30, 90]
    private static let mostValues = 10

    init(_ shown: CrashGroupShown, chart: SafeHTML, _ app: App, _ context: Context) {
        let group = shown.group
        facts = CrashGroupLook(group, at: context.reader.now)
        let names = Dictionary(shown.accounts.map { ($0.id, $0.name) }) { first, _ in first }
        assigneeName = group.assignee.value.map { names[$0] ?? $0 } ?? ""
        assignees = shown.accounts.map { CrashAssignee(id: $0.id, name: $0.name, chosen: $0.id == group.assignee.value) }
        mayWork = context.mayOperate(app.id)
        typed = Typed(version: context.filled("version"), text: context.filled("text"), into: context.filled("into"))
        spans = Self.spans.map { days in
            let query = context.query.setting("days", "\(days)")
            return Span(days: days, href: context.link(query), current: days == shown.days)
        }
        self.chart = chart
        changes = shown.changes
        changesLink = "/apps/\(app.id)/crash-groups/\(group.id)/changes"
        facets = CrashFacet.allCases.compactMap { Facet($0, shown.facets[$0], most: Self.mostValues) }
        func link(_ field: String, _ value: String) -> String {
            "/apps/\(app.id)/crash-reports?\(Form([("from", "-400d"), ("group", group.id), (field, value)]).encoded)"
        }
        namesUsers = !shown.isMasked
        affectedDevices = shown.devices.map { one in
            CrashAffected(name: one.value, count: one.count, href: link("device", one.value), page: DevicePath.device(one.value, of: app.id))
        }
        affectedUsers = shown.users.map { one in
            let name = shown.isMasked ? PersonalMask.masked(one.value) : one.value
            let page = context.userPage(one.value, of: app)
            return CrashAffected(name: name, count: one.count, href: page.map { _ in link("user", one.value) }, page: page)
        }
        reports = Report.all(shown.reports.items)
        reportsKept = shown.reports.total
        reportsLink = "/apps/\(app.id)/crash-reports?\(Form([("from", "-400d"), ("group", group.id)]).encoded)"
        notes = shown.notes.map { Note($0, app.id) }
        keys = shown.keys
        maySplit = mayWork && !shown.keys.isEmpty
        why = shown.key.flatMap { Why($0, report: shown.reports.items.first?.id, isMasked: shown.isMasked) }
        symbols = shown.key?.lines.contains { $0.word == .unknown } ?? false
    }
}

extension CrashGroupPage.Report {
    private static let longestMessage = 120

    fileprivate static func all(_ items: [CrashReportItem]) -> [Self] {
        let differ = Set(items.map(\.title.value)).count > 1
        return items.map { Self($0, saysMessage: differ) }
    }

    private init(_ item: CrashReportItem, saysMessage: Bool) {
        self.init(
            id: item.id,
            time: item.time,
            version: item.version,
            model: item.model,
            osVersion: item.osVersion,
            device: item.device,
            user: item.user,
            message: saysMessage ? item.title.value?.shortened(to: Self.longestMessage) : nil
        )
    }
}

extension CrashFacets {
    subscript(_ facet: CrashFacet) -> [CrashShare] {
        switch facet {
        case .version: version
        case .model: model
        case .os: os
        case .channel: channel
        case .network: network
        case .hotpatch: hotpatch
        case .page: page
        case .state: state
        }
    }
}

extension CrashGroupPage.Facet {
    /// - Returns: nil where no report says anything.
    fileprivate init?(_ facet: CrashFacet, _ shares: [CrashShare], most: Int) {
        guard shares.contains(where: { !$0.value.isEmpty }) else { return nil }
        let whole = Double(max(1, shares.reduce(0) { $0 + $1.count }))
        let rows = shares.prefix(most).map { share in
            let part = Double(share.count) / whole
            let state = facet == .state ? share.value.orNil : nil
            return Row(value: share.value, state: state, count: share.count, share: part, bar: Bars.bar(part))
        }
        self.init(facet: facet, rows: rows, more: shares.count > most ? shares.count - most : nil)
    }
}

extension CrashGroupPage.Note {
    fileprivate init(_ note: CrashNote, _ app: String) {
        // The id of a group: twelve hexadecimal digits.
        let isGroup = note.kind == .split && note.text.utf8.count == 12
        self.init(
            note: note,
            isComment: note.kind == .comment,
            author: note.authorName.value ?? "",
            group: isGroup ? "/apps/\(app)/crash-groups/\(note.text)" : nil
        )
    }
}

extension CrashGroupPage.Why {
    fileprivate init?(_ key: CrashKey, report: String?, isMasked: Bool) {
        guard let report else { return nil }
        func shown(_ text: String) -> String { isMasked ? PersonalMask.masked(text) : text }
        self.init(
            report: report,
            version: key.version.rawValue,
            lines: key.lines.map { Line(subject: $0.subject, text: shown($0.text), key: shown($0.key), word: $0.word, taken: $0.isTaken) }
        )
    }
}

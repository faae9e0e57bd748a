import Foundation
import Web

/// The changes that a chart marks: the newest that devices came to feel within its range, and how many there are beside.
struct LedgerMarks: Sendable {
    /// Newest first.
    let shown: [LedgerChange]
    let rest: Int
    /// Whether there may be more than were looked through.
    let isCut: Bool
    /// The page that lists all of them.
    let href: String

    /// More lines than that hide the curve.
    static let most = 12
    /// Looked through for one chart.
    static let read = 200
    static let none = LedgerMarks([], platform: nil, href: "")

    /// - Parameters:
    ///   - changes: newest first.
    ///   - platform: leaves out changes of others.
    init(_ changes: [LedgerChange], platform: Platform?, href: String) {
        let fitting = changes.filter { platform == nil || $0.platform.value == nil || $0.platform.value == platform }
        shown = Array(fitting.prefix(Self.most))
        rest = fitting.count - shown.count
        isCut = changes.count >= Self.read
        self.href = href
    }

    func markers(_ words: Catalogue.Words) -> [Chart.Marker] {
        shown.map { Chart.Marker($0.at, $0.label(words), href: $0.href.value, weight: $0.kind.weight) }
    }

    /// Nil when the markers are all there is.
    func rest(_ words: Catalogue.Words) -> Chart.Rest? {
        rest > 0 ? Chart.Rest(words[Message("ledger.chart.rest", ["count": isCut ? "\(rest)+" : "\(rest)"])], href: href) : nil
    }
}

extension LedgerKind {
    /// What brings new code to devices is named first: curves bend at it.
    fileprivate var weight: Int {
        switch self {
        case .update, .patch: 2
        case .switches: 1
        default: 0
        }
    }
}

extension LedgerChange {
    /// `提高补丁百分比 iOS #3 20%`
    func label(_ words: Catalogue.Words) -> String {
        let said = audience.value.map { LedgerAudience(text: $0).text(words) }
        return ([words["label.action.\(actionLabel)"], title(words), said] as [String?]).compactMap { $0?.orNil }.joined(separator: " ")
    }

    /// With the platform by its name, and a role by its: `iOS #3`, `ann@example.com: 发布者`.
    func title(_ words: Catalogue.Words) -> String {
        if let platform = platform.value { return platform.naming(title, words) }
        guard kind == .role, let role = title.split(separator: " ").last.flatMap({ Role(rawValue: String($0)) }) else { return title }
        return title.dropLast(role.rawValue.count) + words["label.role.\(role.rawValue)"]
    }

    /// Names the action in the catalogue.
    var actionLabel: String { action.replacing(".", with: "_") }
}

extension Ledger {
    /// - Parameter platform: leaves out changes of others; nil for a chart over all.
    func marks(of app: String, _ platform: Platform? = nil, from: Date, to: Date) async throws -> LedgerMarks {
        let found = try await felt(in: [app], from: from, to: to, limit: LedgerMarks.read)
        let range = Form([("from", from.ISO8601Format()), ("to", to.ISO8601Format()), ("devices", "true")])
        return LedgerMarks(found, platform: platform, href: "/apps/\(app)/changes?\(range.encoded)")
    }
}

import Foundation
import Web

/// What is looked for: by rooms, each in what is its own.
enum SearchKind: String, Codable, CaseIterable, Sendable {
    case app, page, group, report, device, user, update, patch, switches, badge, message, build, version, feedback, audit
}

/// Something that was found, and where its page is.
struct SearchHit: Codable, Sendable, Equatable, Identifiable {
    let kind: SearchKind
    /// Of the thing itself; with kind and app it is told from every other.
    let id: String
    /// null for what belongs to none.
    let app: OrNull<String>
    let platform: OrNull<Platform>
    let title: String
    /// More of it, in words of the data; may be empty.
    let detail: String
    /// When it was made, or last seen.
    let at: OrNull<Date>
    /// Of its page.
    let href: String
    /// All that the words were looked for in, where it may hold what is personal; nobody is sent it.
    var searched: String?

    private enum CodingKeys: CodingKey {
        case kind, id, app, platform, title, detail, at, href
    }

    init(
        _ kind: SearchKind,
        id: String,
        app: String? = nil,
        platform: Platform? = nil,
        title: String,
        detail: String = "",
        at: Date? = nil,
        href: String,
        searched: String? = nil
    ) {
        self.kind = kind
        self.id = id
        self.app = OrNull(app)
        self.platform = OrNull(platform)
        self.title = title
        self.detail = String(detail.prefix(Self.longestDetail))
        self.at = OrNull(at)
        self.href = href
        self.searched = searched
    }

    private static let longestDetail = 160
}

/// Those of one kind, the best first.
struct SearchGroup: Codable, Sendable {
    let kind: SearchKind
    /// At least so many when `more`.
    let count: Int
    /// Whether there are more than were counted.
    let more: Bool
    let items: [SearchHit]
}

/// What was found, the kind with the best hit first.
struct SearchResults: Codable, Sendable {
    /// As it was looked for.
    let query: String
    /// Of all kinds; at least so many when one of them has more.
    let total: Int
    let groups: [SearchGroup]
    /// Apps that were not looked into, because there are so many.
    let appsLeftOut: Int
}

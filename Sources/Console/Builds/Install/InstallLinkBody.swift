import Foundation
import Web

/// An install link as its owners see it.
struct InstallLinkBody: Codable, Sendable {
    let code: String
    let installURL: String
    let follows: InstallFollows
    let platform: OrNull<Platform>
    /// Id of its build; null for a link that follows the newest.
    let build: OrNull<String>
    let hasPassword: Bool
    let expiresAt: OrNull<Date>
    /// How often its file may be taken.
    let limit: OrNull<Int>
    /// How often it was.
    let downloads: Int
    let state: InstallLinkState
    let createdAt: Date

    init(_ link: InstallLink, _ context: Context) {
        code = link.code
        installURL = link.url(context.publicURL)
        (follows, platform, build) =
            switch link.target {
            case .build(let id): (.build, OrNull(nil), OrNull(id))
            case .platform(let platform): (.platform, OrNull(platform), OrNull(nil))
            case .app: (.app, OrNull(nil), OrNull(nil))
            }
        hasPassword = link.password != nil
        expiresAt = OrNull(link.expiresAt)
        limit = OrNull(link.most)
        downloads = link.taken
        state = InstallLinkState(link.closed(at: context.reader.now))
        createdAt = link.createdAt
    }
}

/// What a link leads to: one build, or the newest of a platform or of the app.
enum InstallFollows: String, Codable, CaseIterable, Sendable {
    case build, platform, app
}

/// Whether a link gives anything.
enum InstallLinkState: String, Codable, CaseIterable, Sendable {
    case open, expired, full

    init(_ closed: InstallClosed?) {
        switch closed {
        case .expired: self = .expired
        case .full: self = .full
        case .retired, nil: self = .open
        }
    }
}

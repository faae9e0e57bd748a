import Foundation

/// Red dots (红点): which of the app's pages have something new for this user.
public struct Badges: Sendable {
    private let gateway: GatewayClient
    private let app: MainSiteApp

    init(gateway: GatewayClient, app: MainSiteApp) {
        self.gateway = gateway
        self.app = app
    }

    /// The dots to show now.
    public func pull() async -> Result<[Badge], GatewayFailure> {
        await gateway.call("mpaas.badge.pull", Asker(app), as: Pulled.self, retry: .reading).map(\.badges)
    }

    /// Says that the user has been there: the temporary numbers of these places go.
    ///
    /// Sent again after a lost answer it changes nothing, so it is repeated.
    ///
    /// - Parameter widgets: places such as `#Orders`, see ``Badge/widget``.
    public func acknowledge(_ widgets: [String]) async -> Result<Void, GatewayFailure> {
        await gateway.call("mpaas.badge.ack", Seen(app, widgets), as: Acknowledged.self, retry: .reading).map { _ in }
    }

    private struct Asker: Encodable {
        let did: String
        let userId: String?

        init(_ app: MainSiteApp) {
            did = app.lines.sender.deviceId ?? ""
            userId = app.lines.sender.userId
        }
    }

    private struct Seen: Encodable {
        let did: String
        let userId: String?
        let widgetIds: [String]

        init(_ app: MainSiteApp, _ widgets: [String]) {
            did = app.lines.sender.deviceId ?? ""
            userId = app.lines.sender.userId
            widgetIds = widgets
        }
    }

    private struct Pulled: Decodable {
        let badges: [Badge]
    }

    private struct Acknowledged: Decodable {}
}

/// One red dot.
public struct Badge: Sendable, Hashable, Codable {
    /// The way to it, from place to place: `#Mine,#Orders`.
    public let badgeId: String
    /// How to draw it: `point`, `num`, `new` or `hui` (惠); an app draws what it does not know as a point.
    public let style: String
    /// A number that goes when it is acknowledged.
    public let temporaryBadgeNumber: Int
    /// A number that stays until the console takes it back.
    public let persistentBadgeNumber: Int

    /// For previews and tests of an app; real ones come from ``Badges/pull()``.
    public init(badgeId: String, style: String, temporaryBadgeNumber: Int = 0, persistentBadgeNumber: Int = 0) {
        self.badgeId = badgeId
        self.style = style
        self.temporaryBadgeNumber = temporaryBadgeNumber
        self.persistentBadgeNumber = persistentBadgeNumber
    }

    /// The place it hangs on, which is the last of its way: what ``Badges/acknowledge(_:)`` takes.
    public var widget: String { badgeId.utf8.split(separator: UInt8(ascii: ",")).last.map { String(Substring($0)) } ?? badgeId }
}

import Formats
import Foundation
import Web

/// What the list of devices shows beside it.
struct DeviceListPage: Codable, Sendable {
    let q: String
    let user: String
    let platforms: [AppPlatformChoice]
    let rows: [Row]
    let users: [User]
    let filtered: Bool
    /// Pages of exactly what was typed: other rooms may know of a device that no line told of.
    let typedDevice: String?
    let typedUser: String?
    let pager: Pager

    struct Row: Codable, Sendable {
        let facts: TelemetryDeviceFacts
        let page: String
        /// nil where the name is hidden.
        let userPage: String?
    }

    struct User: Codable, Sendable {
        let facts: TelemetryUserFacts
        let page: String?
    }

    init(
        _ query: DeviceRoutes.Query,
        _ list: List<TelemetryDeviceFacts>,
        _ users: [TelemetryUserFacts],
        _ place: ListPlace,
        _ app: App,
        _ context: Context
    ) {
        let typed = query.q?.trimmingCharacters(in: .whitespaces) ?? ""
        (q, user) = (context.filled("q", typed), context.filled("user", query.user ?? ""))
        platforms = AppPlatformChoice.all(of: app, chosen: query.platform?.rawValue)
        let isMasked = context.isMasked(app)
        rows = list.items.map { facts in
            let (page, user) = (DevicePath.device(facts.device, of: app.id), context.userPage(facts.userId, of: app))
            return Row(facts: isMasked ? facts.masked() : facts, page: page, userPage: user)
        }
        self.users = users.map { User(facts: isMasked ? $0.masked() : $0, page: context.userPage($0.userId, of: app)) }
        filtered = context.isFiltered
        typedDevice = NewBadgeAudience.isDevice(typed) ? DevicePath.device(typed, of: app.id) : nil
        typedUser = typed.isEmpty ? nil : DevicePath.user(typed, of: app.id)
        pager = Pager(list, place, context)
    }
}

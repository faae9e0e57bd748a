import Foundation
import Web

/// What `Views/Packages/shipments` shows beside the list itself.
struct ShipmentPage: Codable, Sendable {
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    /// One platform is asked for, so that an empty list does not mean that there is nothing.
    let filtered: Bool
    let mayRecord: Bool
    /// Finished ones, newest first.
    let choices: [Choice]
    let form: Fields
    let pager: Pager

    struct Row: Codable, Sendable {
        let shipment: Shipment
        let devices: Int
        let crashes: Int
    }

    struct Choice: Codable, Sendable {
        let id: String
        let platform: Platform
        let number: Int
        let version: String
        let chosen: Bool
    }

    /// What was typed.
    struct Fields: Codable, Sendable {
        let version: String
        let build: String
        let uploadVersion: String
        let uploadBuild: String
    }

    init(
        _ list: List<Shipment>,
        _ figures: [Platform: [String: ShipmentFigures]],
        packages: [Package],
        _ platform: Platform?,
        _ pager: Pager,
        _ app: App,
        _ context: Context
    ) {
        rows = list.items.map { shipment in
            let lately = figures[shipment.platform]?[shipment.version] ?? .none
            return Row(shipment: shipment, devices: lately.devices, crashes: lately.crashes)
        }
        platforms = AppPlatformChoice.all(of: app, chosen: platform?.rawValue)
        filtered = platform != nil
        mayRecord = Policy.role(.operator).admits(context.viewer, app: app.id)
        let chosen = context.filled("package", context.query["package"] ?? "")
        choices = packages.filter { $0.state == .ready }.map {
            Choice(id: $0.id, platform: $0.platform, number: $0.number, version: $0.version, chosen: $0.id == chosen)
        }
        form = Fields(
            version: context.filled("version"),
            build: context.filled("build"),
            uploadVersion: context.filled("uploadVersion"),
            uploadBuild: context.filled("uploadBuild")
        )
        self.pager = pager
    }
}

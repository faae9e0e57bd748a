import Foundation
import Web

/// One form for "why did it get this, or not?", whatever it is.
struct DeviceWhyRoutes: Sendable {
    let whys: DeviceWhys
    let apps: Apps
    let catalogue: Catalogue

    func add(to routes: Routes) throws {
        let why = """
            Why a device, or a user's last device, got something or did not: `kind` is update, patch, switches, push, badge or diagnosis, `subject` \
            the id of one (a switch's key); without it, all that could be. What is not known of the device is taken from its logs.
            """
        try routes.get(
            "apps/{app}/why",
            why,
            needs: .role(.viewer),
            view: "Devices/why",
            menu: .under(.analysis, "devices.why.menu"),
            answer
        )
    }

    struct Query: Codable, Sendable {
        let device: String?
        let user: String?
        /// The one that the device was last seen on when absent.
        let platform: Platform?
        /// `update` when absent.
        let kind: ExposureKind?
        let subject: String?
    }

    @Sendable func answer(_ query: Query, _ context: Context) async throws -> Reply<DeviceWhy, DeviceWhyPage> {
        let app = try apps.app(try context.parameter("app"))
        let given = try DeviceWhyAsked(query)
        if given.isEmpty, context.face == .api { throw Problem.invalid("device", "devices.why.who") }
        let (asked, found) = try await answer(given, app, context)
        return .show(context.isMasked(app) ? found.masked() : found) {
            let choices = try await whys.choices(asked.kind, of: app, chosen: asked.subject)
            return DeviceWhyPage(asked, found, choices, app, catalogue[context.reader.language], context)
        }
    }

    /// A page whose kind was changed in the form still names one of the kind before: then all of the new kind are answered for.
    private func answer(_ given: DeviceWhyAsked, _ app: App, _ context: Context) async throws -> (DeviceWhyAsked, DeviceWhy) {
        do {
            return (given, try await whys.why(given, of: app))
        } catch let problem as Problem where problem.kind == .notFound && given.subject != nil && context.face == .page {
            var asked = given
            asked.subject = nil
            return (asked, try await whys.why(asked, of: app))
        }
    }
}

extension DeviceWhyAsked {
    /// - Throws: `invalid` for words that are too long.
    fileprivate init(_ query: DeviceWhyRoutes.Query) throws {
        self.init(
            device: try Devices.given("device", query.device),
            user: try Devices.given("user", query.user),
            platform: query.platform,
            kind: query.kind ?? .update,
            subject: try Devices.given("subject", query.subject).orNil
        )
    }
}

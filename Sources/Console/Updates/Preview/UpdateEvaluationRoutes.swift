import Foundation
import Web

/// What would device X be told, and why?
struct UpdateEvaluationRoutes: Sendable {
    let updates: Updates
    let apps: Apps

    private var previews: UpdatePreviews { UpdatePreviews(updates: updates, devices: TelemetryKnownDevices(database: updates.database)) }

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/updates/evaluation",
            "What a device would be told, with every release that was considered; what is not said of the device is taken from its logs.",
            needs: .role(.viewer),
            view: "Updates/evaluation",
            evaluate
        )
    }

    struct Query: Codable, Sendable {
        /// The app's first when absent.
        let platform: Platform?
        let device: String?
        let version: String?
        let user: String?
        let model: String?
        let osVersion: String?
        let network: String?
        let channel: String?
        let city: String?
        /// Id of a release that counts as if it were published.
        let draft: String?
    }

    struct Page: Codable, Sendable {
        let rows: [Row]
        let platforms: [AppPlatformChoice]
        let draft: String
        /// Whether anything was asked.
        let asked: Bool
        let nothing: Bool
    }

    struct Row: Codable, Sendable {
        let trace: UpdateTrace
        let chosen: Bool
        let draft: Bool
    }

    @Sendable func evaluate(_ query: Query, _ context: Context) async throws -> Reply<UpdateEvaluation, Page> {
        let app = try apps.app(try context.parameter("app"))
        let platform = query.platform ?? app.platforms.first?.platform ?? .ios
        let found = try await previews.evaluate(UpdateAsker(query), on: platform, of: app, draft: query.draft?.orNil)
        let evaluation = context.isMasked(app) ? found.masked(asked: query.user ?? "") : found
        return .show(evaluation) {
            Page(
                rows: evaluation.trace.map { Row(trace: $0, chosen: $0.id == evaluation.release.value, draft: $0.state == .draft) },
                platforms: AppPlatformChoice.all(of: app, chosen: platform.rawValue),
                draft: query.draft ?? "",
                asked: !(query.device ?? "").isEmpty || !(query.version ?? "").isEmpty,
                nothing: evaluation.release.value == nil
            )
        }
    }
}

extension UpdateAsker {
    fileprivate init(_ query: UpdateEvaluationRoutes.Query) {
        self.init(
            device: query.device ?? "",
            version: query.version ?? "",
            user: query.user ?? "",
            model: query.model ?? "",
            osVersion: query.osVersion ?? "",
            network: query.network ?? "",
            channel: query.channel ?? "",
            city: query.city ?? ""
        )
    }
}

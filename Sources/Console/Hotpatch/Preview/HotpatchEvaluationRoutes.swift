import Foundation
import Web

/// Which patch would device X get, and why?
struct HotpatchEvaluationRoutes: Sendable {
    let previews: HotpatchPreviews
    let apps: Apps

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/hotpatches/evaluation",
            "Which patch a device would get, with every release that was considered; what is not said of the device is taken from its logs.",
            needs: .role(.viewer),
            view: "Hotpatch/evaluation",
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
        /// The patch version that the device holds.
        let current: String?
        /// Id of a release that counts as if it were published.
        let draft: String?
    }

    struct Page: Codable, Sendable {
        let rows: [Row]
        let platforms: [AppPlatformChoice]
        let draft: String
        let current: String
        /// Whether anything was asked.
        let asked: Bool
    }

    struct Row: Codable, Sendable {
        let trace: HotpatchTrace
        let chosen: Bool
        let draft: Bool
    }

    @Sendable func evaluate(_ query: Query, _ context: Context) async throws -> Reply<HotpatchEvaluation, Page> {
        let app = try apps.app(try context.parameter("app"))
        let platform = query.platform ?? app.platforms.first?.platform ?? .ios
        let current = query.current ?? ""
        let found = try await previews.evaluate(UpdateAsker(query), on: platform, of: app, current: current, draft: query.draft?.orNil)
        let evaluation = context.isMasked(app) ? found.masked(asked: query.user ?? "") : found
        return .show(evaluation) {
            Page(
                rows: evaluation.trace.map { Row(trace: $0, chosen: $0.obstacle.value == nil, draft: $0.state == .draft) },
                platforms: AppPlatformChoice.all(of: app, chosen: platform.rawValue),
                draft: query.draft ?? "",
                current: current,
                asked: !(query.device ?? "").isEmpty || !(query.version ?? "").isEmpty
            )
        }
    }
}

extension UpdateAsker {
    fileprivate init(_ query: HotpatchEvaluationRoutes.Query) {
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

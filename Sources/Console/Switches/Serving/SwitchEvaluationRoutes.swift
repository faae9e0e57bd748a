import Web

/// Who gets what, and why.
struct SwitchEvaluationRoutes: Sendable {
    let switches: Switches
    let apps: Apps

    func add(to routes: Routes) throws {
        try routes.get(
            "apps/{app}/switches/evaluation",
            "Which values a device gets, with the reason for each.",
            needs: .role(.viewer),
            view: "Switches/evaluation",
            evaluate
        )
    }

    struct Query: Codable, Sendable {
        /// The app's first when absent.
        let platform: Platform?
        let device: String?
        let user: String?
        let version: String?
        let model: String?
        let osVersion: String?
        /// As if all drafts were published.
        let drafted: Bool?
    }

    struct Answers: Codable, Sendable {
        let items: [SwitchEvaluation]
    }

    struct Page: Codable, Sendable {
        let rows: [Row]
        let platforms: [AppPlatformChoice]
        let form: Form

        struct Form: Codable, Sendable {
            let device: String
            let user: String
            let version: String
            let model: String
            let osVersion: String
            let drafted: Bool
        }
    }

    struct Row: Codable, Sendable {
        let key: String
        let value: String
        /// nil for the default.
        let rule: Int?
        let reasons: [Reason]
    }

    /// One rule: all its conditions when it decided, the first that failed when it did not.
    struct Reason: Codable, Sendable {
        let rule: Int
        let matched: Bool
        let findings: [RolloutFinding]
    }

    @Sendable func evaluate(_ query: Query, _ context: Context) async throws -> Reply<Answers, Page> {
        let app = try apps.app(try context.parameter("app"))
        let platform = query.platform ?? app.platforms.first?.platform ?? .ios
        let items = try await switches.evaluate(app.id, RolloutDevice(query, platform), drafted: query.drafted ?? false)
        return .show(Answers(items: items)) {
            Page(
                rows: items.map(Row.init),
                platforms: AppPlatformChoice.all(of: app, chosen: platform.rawValue),
                form: .init(
                    device: query.device ?? "",
                    user: query.user ?? "",
                    version: query.version ?? "",
                    model: query.model ?? "",
                    osVersion: query.osVersion ?? "",
                    drafted: query.drafted ?? false
                )
            )
        }
    }
}

extension SwitchEvaluationRoutes.Row {
    fileprivate init(_ evaluation: SwitchEvaluation) {
        let reasons = evaluation.trace.map { trace in
            SwitchEvaluationRoutes.Reason(
                rule: trace.rule,
                matched: trace.matched,
                findings: trace.matched ? trace.findings : Array(trace.findings.filter { !$0.holds }.prefix(1))
            )
        }
        self.init(key: evaluation.key, value: evaluation.value.text(), rule: evaluation.rule.value, reasons: reasons)
    }
}

extension RolloutDevice {
    fileprivate init(_ query: SwitchEvaluationRoutes.Query, _ platform: Platform) {
        self.init(
            platform: platform,
            version: query.version ?? "",
            device: query.device ?? "",
            user: query.user ?? "",
            model: query.model ?? "",
            osVersion: query.osVersion ?? ""
        )
    }
}

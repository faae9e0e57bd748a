import Web

/// Erasing what raw lines tell of one user or device.
struct TelemetryErasureRoutes: Sendable {
    let erasures: TelemetryErasures
    let apps: Apps

    func add(to routes: Routes) throws {
        let (all, one) = ("apps/{app}/erasures", "apps/{app}/erasures/{id}")
        let form = try routes.get(
            all,
            "Whose raw lines lost what told of them, newest first.",
            needs: .role(.admin),
            view: "Telemetry/erasures",
            menu: .under(.governance, "telemetry.menu.erasures"),
            list
        )
        try routes.post(
            all,
            "Erase what raw lines tell of one user or device, and their crash reports, for good, as a background job. Counts stay.",
            needs: .role(.admin),
            form: form,
            ask
        )
        try routes.get(one, "How far it is.", needs: .role(.admin), view: "Telemetry/erasure", show)
    }

    struct Query: Codable, Sendable {
        let limit: Int?
        let cursor: String?
    }

    struct Page: Codable, Sendable {
        let isUser: Bool
        let value: String
        /// Whom the page's address names: looked at before they are erased.
        let review: TelemetryErasurePreview?
        let pager: Pager
    }

    @Sendable func list(_ query: Query, _ context: Context) async throws -> Reply<List<TelemetryErasureRequest>, Page> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await erasures.list(of: app, place)
        return .show(list) {
            let review = try await preview(of: app, context)
            let isUser = (review?.field.rawValue ?? context.filled("field")) == "user"
            return Page(isUser: isUser, value: review?.value ?? context.filled("value"), review: review, pager: Pager(list, place, context))
        }
    }

    /// - Returns: nil where the address names nobody, and on a page that says what was wrong with it.
    private func preview(of app: App, _ context: Context) async throws -> TelemetryErasurePreview? {
        guard context.submitted == nil, let field = context.query["field"].flatMap({ TelemetryErasureRequest.Field(rawValue: $0) }),
            let value = context.query["value"]
        else { return nil }
        return try await erasures.preview(.init(field: field, value: value), of: app)
    }

    @Sendable func ask(_ input: TelemetryErasureRequest.Input, _ context: Context) async throws -> Answer<TelemetryErasureRequest> {
        let app = try apps.app(try context.parameter("app"))
        let request = try await erasures.ask(input, of: app, by: context.actor)
        return .created(request, at: "/apps/\(app.id)/erasures/\(request.id)", flash: "telemetry.erasures.asked")
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<TelemetryErasureRequest> {
        .show(try await erasures.erasure(try context.parameter("id"), of: try apps.app(try context.parameter("app"))))
    }
}

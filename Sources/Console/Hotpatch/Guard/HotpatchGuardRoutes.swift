import Web

/// The guard of one release, as JSON and as forms of its page.
struct HotpatchGuardRoutes: Sendable {
    let `guard`: HotpatchGuard
    let apps: Apps

    /// - Parameter page: of one release.
    func add(to routes: Routes, page: FormPage? = nil) throws {
        let path = "apps/{app}/hotpatches/{id}/guard"
        let looking = "What the guard of a release knows: both cohorts, the evidence of harm, and why it did or did not halt."
        try routes.api(.get, path, looking, needs: .role(.viewer), show)
        let changing =
            "Change what the guard does about harm (`off`, `notify`, `halt`), and after how many hours without a sign of life a device is silent."
        try routes.api(.put, path, changing, needs: .role(.releaser), change)
        try routes.submit(path, needs: .role(.releaser), form: page, save)
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Answer<HotpatchGuardView> {
        .show(try await view(try place(context)))
    }

    struct Change: Codable, Sendable {
        let mode: HotpatchGuardMode?
        /// 1 to 336; absent to leave it.
        let silenceHours: Int?
    }

    @Sendable func change(_ input: Change, _ context: Context) async throws -> Answer<HotpatchGuardView> {
        let place = try place(context)
        try await take(input, place, by: context.actor)
        return .show(try await view(place))
    }

    @Sendable func save(_ input: Change, _ context: Context) async throws -> Answer<Nothing> {
        let place = try place(context)
        try await take(input, place, by: context.actor)
        return .done(at: "/apps/\(place.app)/hotpatches/\(place.id)", flash: "hotpatch.watch.saved")
    }

    private func take(_ input: Change, _ place: (app: String, id: String), by actor: Actor) async throws {
        if let hours = input.silenceHours {
            let before = try await view(place)
            if before.silenceHours.value != hours { try await self.guard.setSilence(hours, of: place.id, in: place.app, by: actor) }
        }
        if let mode = input.mode { _ = try await self.guard.hotpatches.setGuard(place.id, of: place.app, to: mode, by: actor) }
    }

    /// - Throws: `notFound`.
    private func view(_ place: (app: String, id: String)) async throws -> HotpatchGuardView {
        try await self.guard.view(try await self.guard.hotpatches.hotpatch(place.id, of: place.app))
    }

    private func place(_ context: Context) throws -> (app: String, id: String) {
        (try apps.app(try context.parameter("app")).id, try context.parameter("id"))
    }
}

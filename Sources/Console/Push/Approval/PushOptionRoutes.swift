import Foundation
import Web

/// What holds for every message of an app.
struct PushOptionRoutes: Sendable {
    let messages: PushMessages
    let apps: Apps

    func add(to routes: Routes) throws {
        let path = "apps/{app}/push-options"
        let summary = "What holds for every message of an app: a second person's word, and how many messages a user gets at most."
        let page = try routes.get(path, summary, needs: .role(.viewer), view: "Push/options", show)
        try routes.api(.put, path, "Set what holds for every message.", needs: .role(.admin), put)
        try routes.submit(path, needs: .role(.admin), form: page, submit)
    }

    struct OptionPage: Codable, Sendable {
        /// As it is filled in.
        let second: String
        let count: String
        let hours: String
        let mayEdit: Bool
        let wrongCap: Message?
    }

    /// What JSON shows and takes.
    struct OptionView: Codable, Sendable {
        /// Audiences from which on a second person has to agree; null for never.
        let secondFrom: OrNull<Int>
        /// Messages for one user; null for no limit.
        let cap: OrNull<PushCap>

        init(_ option: PushOption) {
            secondFrom = OrNull(option.secondFrom)
            cap = OrNull(option.cap)
        }
    }

    @Sendable func show(_: Nothing, _ context: Context) async throws -> Reply<OptionView, OptionPage> {
        let app = try apps.app(try context.parameter("app")).id
        let option = try await messages.option(of: app)
        return .show(OptionView(option)) {
            OptionPage(
                second: context.filled("secondFrom", option.secondFrom.map(String.init) ?? ""),
                count: context.filled("cap.count", option.cap.map { "\($0.count)" } ?? ""),
                hours: context.filled("cap.hours", option.cap.map { "\($0.hours)" } ?? ""),
                mayEdit: Policy.role(.admin).admits(context.viewer, app: app),
                wrongCap: context.rejection("cap.count") ?? context.rejection("cap.hours")
            )
        }
    }

    @Sendable func put(_ input: PushOption, _ context: Context) async throws -> Answer<OptionView> {
        let app = try apps.app(try context.parameter("app")).id
        try await messages.setOption(input, of: app, by: context.actor)
        return .show(OptionView(try await messages.option(of: app)))
    }

    struct Fields: Codable, Sendable {
        let secondFrom: String
        let cap: PushFields.Cap?
    }

    @Sendable func submit(_ fields: Fields, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        var reading = PushFieldsReader()
        let second = reading.number(fields.secondFrom, "secondFrom")
        let cap = reading.cap(fields.cap).map { PushCap(count: $0.count, hours: $0.hours) }
        if !reading.wrong.isEmpty { throw Problem.invalid(reading.wrong) }
        try await messages.setOption(PushOption(secondFrom: second, cap: cap), of: app, by: context.actor)
        return .done(at: "/apps/\(app)/push-messages", flash: "push.option.saved")
    }
}

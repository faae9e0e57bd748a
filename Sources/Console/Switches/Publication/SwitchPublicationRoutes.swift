import Foundation
import Web

/// Reviewing, publishing, going back.
struct SwitchPublicationRoutes: Sendable {
    let switches: Switches
    let apps: Apps

    func add(to routes: Routes) throws {
        let review = try routes.get(
            "apps/{app}/switches/publication",
            "What the next publication would change.",
            needs: .role(.viewer),
            view: "Switches/review",
            review
        )
        try routes.post(
            "apps/{app}/switches/publication",
            "Publish all drafts of the app's switches.",
            needs: .role(.releaser),
            form: review,
            publish
        )
        try routes.get(
            "apps/{app}/switches/publications",
            "List the publications, newest first.",
            needs: .role(.viewer),
            view: "Switches/history",
            history
        )
        let one = try routes.get(
            "apps/{app}/switches/publications/{number}",
            "What a publication changed, and what going back to it would.",
            needs: .role(.viewer),
            view: "Switches/publication",
            publication
        )
        try routes.post(
            "apps/{app}/switches/publications/{number}/rollback",
            "Publish again what devices got from this publication on.",
            needs: .role(.releaser),
            form: one,
            rollBack
        )
        try routes.post(
            "apps/{app}/switches/two-person",
            "Whether who last edited a switch may publish it.",
            needs: .role(.admin),
            requireTwoPersons
        )
    }

    // MARK: the next publication

    struct ReviewPage: Codable, Sendable {
        let diffs: [SwitchDiff]
        let count: Int
        let own: String
        let mayPublish: Bool
        let note: String
    }

    @Sendable func review(_: Nothing, _ context: Context) async throws -> Reply<SwitchReview, ReviewPage> {
        let app = try apps.app(try context.parameter("app"))
        let review = try await switches.review(app.id, by: context.editor)
        return .show(review) {
            ReviewPage(
                diffs: review.changes.map(SwitchDiff.init),
                count: review.changes.count,
                own: review.ownEdits.joined(separator: ", "),
                mayPublish: Policy.role(.releaser).admits(context.viewer, app: app.id),
                note: context.filled("note")
            )
        }
    }

    @Sendable func publish(_ input: SwitchPublicationInput, _ context: Context) async throws -> Answer<SwitchPublication> {
        let app = try apps.app(try context.parameter("app"))
        let new = try await switches.publish(app.id, input, by: context.editor)
        return .created(new, at: "/apps/\(app.id)/switches/publications/\(new.number)", flash: "switches.publish.done", ["number": "\(new.number)"])
    }

    // MARK: history

    struct HistoryQuery: Codable, Sendable {
        let limit: Int?
        let cursor: String?
    }

    struct HistoryPage: Codable, Sendable {
        let rows: [SwitchPublication]
        let pager: Pager
    }

    @Sendable func history(_ query: HistoryQuery, _ context: Context) async throws -> Reply<List<SwitchPublication>, HistoryPage> {
        let app = try apps.app(try context.parameter("app"))
        let place = try ListPlace(limit: query.limit, cursor: query.cursor)
        let list = try await switches.publications(app.id, place)
        return .show(list) { HistoryPage(rows: list.items, pager: Pager(list, place, context)) }
    }

    struct PublicationPage: Codable, Sendable {
        let diffs: [SwitchDiff]
        let rollbackDiffs: [SwitchDiff]
        let mayRollBack: Bool
        let note: String
    }

    @Sendable func publication(_: Nothing, _ context: Context) async throws -> Reply<SwitchPublicationDetail, PublicationPage> {
        let app = try apps.app(try context.parameter("app"))
        let detail = try await switches.publication(try number(context), of: app.id)
        return .show(detail) {
            PublicationPage(
                diffs: detail.changes.map(SwitchDiff.init),
                rollbackDiffs: detail.rollback.map(SwitchDiff.init),
                mayRollBack: Policy.role(.releaser).admits(context.viewer, app: app.id),
                note: context.filled("note")
            )
        }
    }

    @Sendable func rollBack(_ input: SwitchRollbackInput, _ context: Context) async throws -> Answer<SwitchPublication> {
        let app = try apps.app(try context.parameter("app"))
        let number = try number(context)
        let new = try await switches.rollBack(to: number, of: app.id, input, by: context.editor)
        return .created(new, at: "/apps/\(app.id)/switches/publications/\(new.number)", flash: "switches.rollback.done", ["number": "\(number)"])
    }

    private func number(_ context: Context) throws -> Int {
        guard let number = Int(try context.parameter("number")) else { throw Problem.notFound }
        return number
    }

    struct TwoPersons: Codable, Sendable {
        let enabled: Bool
    }

    @Sendable func requireTwoPersons(_ input: TwoPersons, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app"))
        try await switches.requireTwoPersons(input.enabled, of: app.id, by: context.actor)
        return .done(at: "/apps/\(app.id)/switches", flash: input.enabled ? "switches.twoPerson.on" : "switches.twoPerson.off")
    }
}

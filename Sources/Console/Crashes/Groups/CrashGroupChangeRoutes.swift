import Foundation
import Web

/// What is done with groups; ``CrashGroupRoutes`` has the table.
extension CrashGroupRoutes {
    struct Move: Codable, Sendable {
        let state: CrashGroupState
        /// Of a resolved one the first version without it; any that crashes from now on when absent.
        let version: String?
    }

    @Sendable func move(_ input: Move, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await groups.move(id, of: app, to: input.state, version: input.version?.orNil, by: context.actor)
        return .done(at: "/apps/\(app)/crash-groups/\(id)", flash: "crashes.moved.\(input.state.rawValue)")
    }

    struct Assignment: Codable, Sendable {
        /// An account; nobody when absent or empty.
        let account: String?
    }

    @Sendable func assign(_ input: Assignment, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await groups.assign(id, of: app, to: input.account?.orNil, by: context.actor)
        return .done(at: "/apps/\(app)/crash-groups/\(id)", flash: "crashes.assigned")
    }

    struct Comment: Codable, Sendable {
        /// 1 to 4,000 characters.
        let text: String
    }

    @Sendable func comment(_ input: Comment, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await groups.comment(on: id, of: app, input.text, by: context.actor)
        return .done(at: "/apps/\(app)/crash-groups/\(id)", flash: "crashes.commented")
    }

    struct Merge: Codable, Sendable {
        /// 1 to 50 of them.
        let groups: [String]
        /// Which gets their reports.
        let into: String
    }

    @Sendable func merge(_ input: Merge, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        let group = try await groups.merge(input.groups, into: input.into, of: app, by: context.actor)
        return .done(at: "/apps/\(app)/crash-groups/\(group.id)", flash: "crashes.merged")
    }

    struct MergeInto: Codable, Sendable {
        /// The id of another one, as its page shows it.
        let into: String
    }

    /// The form of a group's page.
    @Sendable func mergeInto(_ input: MergeInto, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        do {
            let into = input.into.trimmingCharacters(in: .whitespaces)
            let group = try await groups.merge([id], into: into, of: app, by: context.actor)
            return .done(at: "/apps/\(app)/crash-groups/\(group.id)", flash: "crashes.merged")
        } catch let problem as Problem where problem.kind == .notFound {
            throw Problem.invalid("into", "crashes.merge.unknown")
        } catch let problem as Problem {
            throw problem.renamed { $0 == "groups" ? "into" : $0 }
        }
    }

    struct MoveAll: Codable, Sendable {
        let groups: [String]
        let state: CrashGroupState
    }

    /// The form of the list: as many as a page has. Each is a change of its own, as when it were made alone.
    @Sendable func moveAll(_ input: MoveAll, _ context: Context) async throws -> Answer<Nothing> {
        let app = try apps.app(try context.parameter("app")).id
        guard (1...100).contains(input.groups.count) else { throw Problem.invalid("groups", "crashes.groups.noneChosen") }
        for id in input.groups { try await groups.move(id, of: app, to: input.state, version: nil, by: context.actor) }
        return .done(at: "/apps/\(app)/crash-groups", flash: "crashes.groups.moved", ["count": "\(input.groups.count)"])
    }

    struct Split: Codable, Sendable {
        /// Some of the group's, not all.
        let fingerprints: [String]
    }

    @Sendable func split(_ input: Split, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        let new = try await groups.split(id, of: app, input.fingerprints, by: context.actor)
        return .done(at: "/apps/\(app)/crash-groups/\(new.id)", flash: "crashes.taken")
    }

    struct MessageSplit: Codable, Sendable {
        let fingerprint: String
    }

    @Sendable func splitByMessage(_ input: MessageSplit, _ context: Context) async throws -> Answer<Nothing> {
        let (app, id) = try named(context)
        try await groups.splitByMessage(id, of: app, input.fingerprint, by: context.actor)
        return .done(at: "/apps/\(app)/crash-groups/\(id)", flash: "crashes.splitting")
    }
}

import Foundation
import Storage
import Web

/// Switches of apps. Editing makes drafts; a publication puts all drafts of an app before devices at once. Each verb is one
/// transaction with its audit entry.
struct Switches: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock
    /// What devices get, without SQL.
    let index = SwitchIndex()
    /// Where it is noted who was told of which publication; nil where no device asks.
    var exposures: Exposures?

    /// How many an app may have.
    static let limit = 500

    /// Reads what is published into the index; at start, and after every publication by any node. Only apps that published something are read.
    @Sendable func refresh() async throws {
        let (before, known) = index.state
        let (version, stamps, editions) = try await database.read { connection in
            let stamps = try connection.publishedSwitches()
            let new = stamps.filter { app, stamp in known[app]?.stamp != stamp }
            let editions = try new.map { app, stamp in (app, try connection.switchEdition(app, stamp)) }
            return (try connection.version(of: .switches), stamps, editions)
        }
        let made = Dictionary(uniqueKeysWithValues: editions.map { app, edition in (app, SwitchAnswers(edition)) })
        index.replace(known.filter { stamps[$0.key] != nil }.merging(made) { $1 }, at: version, since: before)
    }

    /// Removes all of an app that is deleted: devices of another one of that name get nothing of it, from no node.
    func forget(app: String) async throws {
        try await database.change(.switches, { try $0.deleteSwitches(of: app) }, then: refresh)
    }

    /// By key.
    func list(_ app: String, matching text: String, _ state: SwitchState?, _ place: ListPlace) async throws -> List<Switch> {
        let found = try await all(app).filter { $0.matches(text) && (state == nil || $0.state == state) }
        let rest = place.cursor.map { last in found.filter { $0.key > last.id } } ?? found
        return place.page(rest, total: found.count) { Cursor(0, $0.key) }
    }

    /// All switches of an app, by key.
    func all(_ app: String) async throws -> [Switch] {
        try await database.read { connection in
            let drafts = Dictionary(uniqueKeysWithValues: try connection.switchDrafts(app).map { ($0.key, $0) })
            let published = Dictionary(uniqueKeysWithValues: try connection.switchVersions(app).map { ($0.key, $0) })
            return Set(drafts.keys).union(published.keys).sorted().compactMap { Switch(draft: drafts[$0], published: published[$0]) }
        }
    }

    /// Switches that wait to be published.
    func countDrafts(_ app: String) async throws -> Int {
        try await database.read { try $0.countSwitchDrafts(app) }
    }

    /// - Throws: `notFound`.
    func find(_ key: String, of app: String) async throws -> Switch {
        guard let found = try await database.read({ try $0.switch(key, of: app) }) else { throw Problem.notFound }
        return found
    }

    /// Switches and publications that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundSwitches(text, apps, limit) }
    }
}

extension Switch {
    fileprivate func matches(_ text: String) -> Bool {
        text.isEmpty || key.localizedCaseInsensitiveContains(text) || description.localizedCaseInsensitiveContains(text)
    }
}

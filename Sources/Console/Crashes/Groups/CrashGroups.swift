import Formats
import Foundation
import Storage
import Web

/// Groups of crashes: looked at, and worked through. Each change is one transaction with its audit entry and a note in the group's history.
struct CrashGroups: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock

    // MARK: looking

    /// In the filter's order, the largest first.
    func list(_ app: String, _ filter: CrashGroupFilter, _ place: ListPlace) async throws -> List<CrashGroup> {
        try await database.read { connection in
            let rows = try connection.crashGroups(app, filter, after: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countCrashGroups(app, filter), cursor: filter.sort.cursor)
        }
    }

    /// One that was merged is the one that has its reports now.
    /// - Throws: `notFound`.
    func group(_ id: String, of app: String) async throws -> CrashGroup {
        try await database.read { try $0.existingCrashGroup(app, id) }
    }

    /// Its reports that are kept, newest first.
    /// - Throws: `notFound`.
    func reports(of id: String, of app: String, _ place: ListPlace) async throws -> List<CrashReportItem> {
        try await database.read { connection in
            let filter = CrashReportFilter(from: 0, to: .max, group: try connection.existingCrashGroup(app, id).id)
            let items = try connection.crashReports(app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(items, total: connection.countCrashReports(app, filter)) { Cursor($0.time, $0.id) }
        }
    }

    /// Reports by hour or by day, of the days up to now.
    /// - Parameters:
    ///   - days: 1…400; up to three are in hours.
    ///   - zone: whose days they are.
    /// - Throws: `notFound`.
    func trend(of id: String, of app: String, days: Int, zone: TimeZone) async throws -> CrashGroupTrend {
        let steps = CrashGroupSteps(days: days, until: clock.now, zone: zone)
        let hours = try await database.read { connection in
            try connection.crashGroupHours(app, try connection.existingCrashGroup(app, id).id, steps.hours)
        }
        return steps.trend(hours)
    }

    /// Of several groups at once, without versions: one number a step.
    func sparklines(of ids: [String], of app: String, days: Int, zone: TimeZone) async throws -> [String: [Int]] {
        let steps = CrashGroupSteps(days: days, until: clock.now, zone: zone)
        let hours = try await database.read { try $0.crashGroupHours(app, ids, steps.hours) }
        return Dictionary(uniqueKeysWithValues: ids.map { ($0, steps.counts(hours[$0] ?? [:])) })
    }

    /// - Throws: `notFound`.
    func facets(of id: String, of app: String) async throws -> CrashFacets {
        try await database.read { try $0.crashFacets(app, try $0.existingCrashGroup(app, id).id) }
    }

    /// What happened to it, oldest first; the newest 200.
    /// - Throws: `notFound`.
    func notes(of id: String, of app: String) async throws -> [CrashNote] {
        try await database.read { try $0.crashNotes(app, try $0.existingCrashGroup(app, id).id, limit: 200) }
    }

    /// - Throws: `notFound`.
    func keys(of id: String, of app: String) async throws -> [CrashKeyBody] {
        try await database.read { try $0.crashKeys(of: try $0.existingCrashGroup(app, id).id, app) }
    }

    // MARK: changes

    /// - Parameter version: of a resolved one the first version without it; nil for any that crashes from now on.
    /// - Throws: `notFound`; `invalid` for a version that is none, or one named for another state.
    func move(_ id: String, of app: String, to state: CrashGroupState, version: String?, by actor: Actor) async throws {
        let version = version?.trimmingCharacters(in: .whitespaces) ?? ""
        guard version.isEmpty || state == .resolved && RolloutVersion(version).isKnown && version.utf8.count <= 64 else {
            throw Problem.invalid("version", "crashes.state.version")
        }
        try await change(id, of: app) { connection, group in
            guard group.state != state || state == .resolved else { return }
            try connection.setCrashGroupState(app, group.id, state, version: version, at: state == .resolved ? clock.now : nil)
            try connection.insertCrashNote(app, group.id, state.note, version, by: actor, at: clock.now)
            let after = version.isEmpty ? ["crashState": state.rawValue] : ["crashState": state.rawValue, "version": version]
            let before = ["crashState": group.state.rawValue]
            try audit.record(connection, by: actor, "crash.state", app: app, object: group.name, before: before, after: after)
        }
    }

    /// - Parameter account: nil for nobody.
    /// - Throws: `notFound`; `invalid` for an account that may not see the app.
    func assign(_ id: String, of app: String, to account: String?, by actor: Actor) async throws {
        try await change(id, of: app) { connection, group in
            let assigned = try account.map { id in
                guard let found = try connection.account(id), found.isUsable(on: app) else {
                    throw Problem.invalid("account", "crashes.assignee.unknown")
                }
                return found
            }
            guard group.assignee.value != assigned?.id else { return }
            try connection.setCrashGroupAssignee(app, group.id, assigned?.id ?? "")
            try connection.insertCrashNote(app, group.id, .assigned, assigned?.name ?? "", by: actor, at: clock.now)
            let after = ["assignee": assigned?.email ?? "-"]
            try audit.record(connection, by: actor, "crash.assign", app: app, object: group.name, after: after)
        }
    }

    /// - Parameter text: 1 to 4,000 characters.
    /// - Throws: `notFound`, `invalid`.
    func comment(on id: String, of app: String, _ text: String, by actor: Actor) async throws {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard (1...CrashLimits.comment).contains(text.unicodeScalars.count) else {
            throw Problem.invalid("text", "crashes.comment.length", ["limit": "\(CrashLimits.comment)"])
        }
        try await change(id, of: app) { connection, group in
            try connection.insertCrashNote(app, group.id, .comment, text, by: actor, at: clock.now)
            let after = ["characters": "\(text.unicodeScalars.count)"]
            try audit.record(connection, by: actor, "crash.comment", app: app, object: group.name, after: after)
        }
    }

    /// Has the reports read again that wait for symbols that came.
    /// - Parameters:
    ///   - ids: of images and mappings.
    ///   - version: of the app, that a mapping came for; empty for none.
    @Sendable func readAgain(_ app: String, _ ids: [String], _ version: String) async throws {
        let ids = version.isEmpty ? ids : ids + [SymbolIDs.ofVersion(version)]
        try await database.write { try $0.readCrashesAgain(app, waitingFor: ids) }
    }

    /// Removes all of an app that is being deleted.
    func erase(_ app: String) async throws {
        try await database.write { try $0.deleteCrashes(app) }
    }

    func change(_ id: String, of app: String, _ body: @escaping @Sendable (Connection, CrashGroup) throws -> Void) async throws {
        try await database.write { try body($0, try $0.existingCrashGroup(app, id)) }
    }

    /// Those that a search looks for.
    /// - Parameter limit: hits of each app at most.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundCrashGroups(text, apps, limit) }
    }
}

extension CrashGroup {
    /// For people who read the audit log, which nobody can change: what may be personal in the title stays out of it.
    var name: String { "\(PersonalMask.masked(title.value ?? type).prefix(80)) (\(id))" }
}

extension CrashGroupState {
    fileprivate var note: CrashNoteKind {
        switch self {
        case .open: .reopened
        case .resolved: .resolved
        case .ignored: .ignored
        }
    }
}

extension Account {
    fileprivate func isUsable(on app: String) -> Bool {
        disabledAt == nil && roles.contains { $0.app == app || $0.app == AccountRole.everywhere }
    }
}

extension Connection {
    /// - Throws: `notFound`.
    func existingCrashGroup(_ app: String, _ id: String) throws -> CrashGroup {
        guard let group = try crashGroup(app, id) else { throw Problem.notFound }
        return group
    }
}

import Foundation
import Signing
import Storage
import Web

/// Groups put together and taken apart by hand.
extension CrashGroups {
    /// The reports of several groups become another's, those to come as well.
    /// - Parameters:
    ///   - ids: 1 to 50 of them.
    ///   - target: keeps its state, its history and its name.
    /// - Throws: `notFound`; `invalid` for groups of another platform, and for none.
    func merge(_ ids: [String], into target: String, of app: String, by actor: Actor) async throws -> CrashGroup {
        guard (1...50).contains(ids.count) else { throw Problem.invalid("groups", "crashes.merge.count") }
        return try await database.write { [audit, clock] connection in
            let into = try connection.existingCrashGroup(app, target)
            let groups = try ids.map { try connection.existingCrashGroup(app, $0) }.filter { $0.id != into.id }
            guard groups.allSatisfy({ $0.platform == into.platform }) else { throw Problem.invalid("groups", "crashes.merge.platform") }
            guard !groups.isEmpty else { throw Problem.invalid("groups", "crashes.merge.same") }
            for group in Dictionary(groups.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }).values.sorted(by: { $0.id < $1.id }) {
                try connection.pourCrashGroup(app, from: group.id, into: into.id)
                try connection.widenCrashGroup(app, into.id, by: group.id)
                try connection.leadCrashGroup(app, from: group.id, to: into.id)
                try connection.insertCrashNote(app, into.id, .merged, group.name, by: actor, at: clock.now)
            }
            let after = ["merged": groups.map(\.id).joined(separator: ", ")]
            try audit.record(connection, by: actor, "crash.merge", app: app, object: into.name, after: after)
            return try connection.existingCrashGroup(app, into.id)
        }
    }

    /// Takes some of a group's fingerprints out of it: their reports become a group of their own within moments, up to 100,000 of each; what older
    /// ones counted stays.
    /// - Returns: the new group.
    /// - Throws: `notFound`; `invalid` for fingerprints that are not the group's, and for all of them.
    func split(_ id: String, of app: String, _ fingerprints: [String], by actor: Actor) async throws -> CrashGroup {
        try await database.write { [audit, clock] connection in
            let group = try connection.existingCrashGroup(app, id)
            let keys = try connection.crashKeys(of: group.id, app)
            let taken = keys.filter { fingerprints.contains($0.fingerprint) }
            guard let first = taken.first, Set(taken.map(\.fingerprint)) == Set(fingerprints) else {
                throw Problem.invalid("fingerprints", "crashes.split.unknown")
            }
            guard taken.count < keys.count else { throw Problem.invalid("fingerprints", "crashes.split.all") }
            let new = Random.hex(6)
            try connection.copyCrashGroup(app, group, as: new, first, at: clock.now)
            for key in taken {
                try connection.moveCrashKey(app, CrashKeyName(group, key), to: new)
                try connection.readCrashesAgain(app, grouping: key.version, fingerprint: key.fingerprint, limit: CrashLimits.readAgain)
            }
            try connection.insertCrashNote(app, group.id, .split, new, by: actor, at: clock.now)
            try connection.insertCrashNote(app, new, .split, group.id, by: actor, at: clock.now)
            try audit.record(connection, by: actor, "crash.split", app: app, object: group.name, after: ["group": new])
            return try connection.existingCrashGroup(app, new)
        }
    }

    /// Tells the reports of a fingerprint apart by their messages from now on; those that are kept are read again.
    /// - Throws: `notFound`; `invalid` for a fingerprint that is not the group's, `conflict` for one that is told apart already.
    func splitByMessage(_ id: String, of app: String, _ fingerprint: String, by actor: Actor) async throws {
        try await change(id, of: app) { [audit, clock] connection, group in
            guard let key = try connection.crashKeys(of: group.id, app).first(where: { $0.fingerprint == fingerprint }) else {
                throw Problem.invalid("fingerprint", "crashes.split.unknown")
            }
            guard !key.byMessage else { throw Problem(.conflict, "crashes.split.already") }
            try connection.setCrashKeyByMessage(app, CrashKeyName(group, key))
            try connection.readCrashesAgain(app, grouping: key.version, fingerprint: fingerprint, limit: CrashLimits.readAgain)
            try connection.insertCrashNote(app, group.id, .split, fingerprint, by: actor, at: clock.now)
            try audit.record(connection, by: actor, "crash.split", app: app, object: group.name, after: ["byMessage": fingerprint])
        }
    }
}

extension CrashKeyName {
    fileprivate init(_ group: CrashGroup, _ key: CrashKeyBody) {
        self.init(platform: group.platform, grouping: key.version, fingerprint: key.fingerprint)
    }
}

extension Connection {
    /// A group was seen whenever another was that becomes part of it.
    fileprivate func widenCrashGroup(_ app: String, _ id: String, by other: String) throws {
        let facts = try crashGroupFacts(app, [id, other])
        guard var wide = facts.first(where: { $0.id == id }), let more = facts.first(where: { $0.id == other }) else { return }
        wide.take(more)
        try setCrashGroupFacts(app, wide)
    }
}

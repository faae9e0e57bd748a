import Foundation
import Signing
import Storage
import Web

/// Files of users and devices that messages are sent to.
struct PushLists: Sendable {
    let database: Database
    let audit: Audit
    let clock: Clock

    /// Newest first; there are few.
    func all(of app: String) async throws -> [PushList] {
        try await database.read { try $0.pushLists(app) }
    }

    /// - Returns: it, and the first of its lines.
    /// - Throws: `notFound`.
    func list(_ id: String, of app: String) async throws -> (list: PushList, sample: [PushListEntry]) {
        try await database.read { connection in
            guard let list = try connection.pushList(app, id) else { throw Problem.notFound }
            return (list, try connection.pushListEntries(app, id, limit: PushListLimits.sample))
        }
    }

    /// - Throws: `invalid` for the name, for a file that cannot be read, and when there are too many lists.
    @discardableResult
    func upload(_ name: String, _ kind: PushListKind, _ bytes: [UInt8], to app: String, by actor: Actor) async throws -> PushList {
        let name = name.trimmingCharacters(in: .whitespaces)
        guard (1...PushListLimits.name).contains(name.unicodeScalars.count), name.isOneLine else {
            throw Problem.invalid("name", "pushDevices.list.name.length", ["limit": "\(PushListLimits.name)"])
        }
        let file = try PushListFile(bytes, kind)
        let list = PushList(
            id: Random.hex(8),
            name: name,
            kind: kind,
            entries: file.entries.count,
            columns: file.columns,
            createdAt: clock.now,
            createdBy: actor.name
        )
        try await database.write { [audit] connection in
            guard try connection.countPushLists(app) < PushListLimits.lists else {
                throw Problem.invalid("file", "pushDevices.list.lists", ["limit": "\(PushListLimits.lists)"])
            }
            try connection.insertPushList(app, list, file.entries)
            let after = ["name": name, "pushList": kind.rawValue, "entries": "\(list.entries)"]
            try audit.record(connection, by: actor, "push.list", app: app, object: list.id, after: after)
        }
        return list
    }

    /// - Throws: `notFound`; `conflict` while a message waits that is for it.
    func delete(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { [audit] connection in
            guard let list = try connection.pushList(app, id) else { throw Problem.notFound }
            if let message = try connection.messageWaitingForPushList(app, id) {
                throw Problem(.conflict, "pushDevices.list.needed", ["message": message])
            }
            try connection.deletePushList(app, id)
            let before = ["name": list.name, "entries": "\(list.entries)"]
            try audit.record(connection, by: actor, "push.listDelete", app: app, object: id, before: before)
        }
    }
}

import Foundation
import Storage
import Web

/// Reading releases, as lists, pages and charts show them.
extension Hotpatches {
    /// Newest first.
    func list(_ app: String, _ filter: HotpatchFilter, _ place: ListPlace) async throws -> List<HotpatchView> {
        let now = clock.now
        let (rows, total, tallies) = try await database.read { connection in
            let rows = try connection.hotpatches(app, filter, at: now, before: place.cursor, limit: place.limit + 1)
            let tallies = try connection.hotpatchTallies(app, rows.map(\.id))
            return (rows, try connection.countHotpatches(app, filter, at: now), tallies)
        }
        let views = rows.map { HotpatchView($0, tallies[$0.id] ?? HotpatchTally(), at: now) }
        return place.page(views, total: total) { Cursor($0.createdAt, $0.id) }
    }

    /// - Throws: `notFound`.
    func hotpatch(_ id: String, of app: String) async throws -> Hotpatch {
        try await database.read { try $0.hotpatch(app, id) }
    }

    /// As JSON and pages show it.
    func view(_ hotpatch: Hotpatch) async throws -> HotpatchView {
        let (tally, question, packages) = try await database.read { connection in
            (
                try connection.hotpatchTallies(hotpatch.app, [hotpatch.id])[hotpatch.id] ?? HotpatchTally(),
                try connection.openHotpatchApproval(hotpatch.app, hotpatch.id), try connection.hotpatchPackages(hotpatch.app, hotpatch.id)
            )
        }
        return HotpatchView(hotpatch, tally, asked: question, packages: packages, at: clock.now)
    }

    /// Newest first; the last 200.
    func history(_ id: String, of app: String) async throws -> [HotpatchEvent] {
        try await database.read { connection in
            _ = try connection.hotpatch(app, id)
            return try connection.hotpatchEvents(app, id, limit: 200)
        }
    }

    /// - Throws: `notFound`.
    func users(_ id: String, of app: String) async throws -> RolloutUsers {
        try await database.read { connection in
            _ = try connection.hotpatch(app, id)
            return try connection.rolloutUsers(app, id) ?? .none
        }
    }

    /// The text as it was uploaded.
    func script(_ hotpatch: Hotpatch) async throws -> [UInt8] { try await blobs.read(hotpatch.script.blob) }
}

import Foundation
import Storage
import Web

/// The devices that push reaches: they bind and unbind by themselves, operators look and help.
struct PushDevices: Sendable {
    let database: Database
    let intake: PushIntake
    let audit: Audit
    let clock: Clock

    init(database: Database, audit: Audit, clock: Clock) {
        self.database = database
        intake = PushIntake(database: database)
        self.audit = audit
        self.clock = clock
    }

    /// Last heard of first.
    func list(of app: String, _ filter: PushDeviceFilter, _ place: ListPlace) async throws -> List<PushDevice> {
        try await database.read { connection in
            let rows = try connection.pushDevices(app, filter, before: place.cursor, limit: place.limit + 1)
            return try place.page(rows, total: connection.countPushDevices(app, filter)) { Cursor($0.seenAt, $0.id) }
        }
    }

    /// - Returns: it, and the messages that were for it, newest first.
    /// - Throws: `notFound`.
    func device(_ id: String, of app: String) async throws -> (device: PushDevice, deliveries: [PushDeviceDelivery]) {
        try await database.read { connection in
            guard let device = try connection.pushDevice(app, id) else { throw Problem.notFound }
            return (device, try connection.pushDeliveries(app, device: id, limit: Self.deliveriesShown))
        }
    }

    private static let deliveriesShown = 50

    /// Those that a user was named by when they bound, the last heard of first.
    func known(user: String, of app: String) async throws -> [PushDevice] {
        user.isEmpty ? [] : try await database.read { try $0.pushDevices(app, ofUser: user, limit: Self.deliveriesShown) }
    }

    /// nil for one that never bound.
    func known(_ id: String, of app: String) async throws -> PushDevice? {
        try await database.read { try $0.pushDevice(app, id) }
    }

    /// Devices whose ids begin with what is searched for.
    @Sendable func find(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundPushDevices(text, apps, limit) }
    }

    /// Users whose ids begin so.
    @Sendable func findUsers(_ text: SearchText, apps: [String], limit: Int) async throws -> [SearchHit] {
        try await database.read { try $0.foundPushUsers(text, apps, limit) }
    }

    func figures(of app: String) async throws -> PushDeviceFigures {
        try await database.read { PushDeviceFigures(try $0.pushDeviceGroups(app)) }
    }

    /// Sends nothing to a device any more until it binds again; what waits for it is skipped.
    /// - Throws: `notFound`, `conflict` for one that is not bound.
    func unbind(_ id: String, of app: String, by actor: Actor) async throws {
        try await database.write { [audit, clock] connection in
            guard let device = try connection.pushDevice(app, id) else { throw Problem.notFound }
            guard try connection.unbindPush(PushUnbinding(app: app, device: id, token: nil, at: clock.now)) else {
                throw Problem(.conflict, "pushDevices.unbind.not")
            }
            let before = ["pushChannel": device.channel.rawValue, "token": device.shownToken]
            try audit.record(connection, by: actor, "push.unbind", app: app, object: id, before: before)
        }
    }
}

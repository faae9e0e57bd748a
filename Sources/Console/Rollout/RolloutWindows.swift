import Foundation
import Logging
import Storage
import Synchronization

/// Who has a place in a time window. A device takes one when it would first be given the release, exactly once, whichever node it asks and however
/// often the console is started anew: the place is a row, written in the transaction that counts it.
///
/// Only a device that this node does not know waits for the database, together with the others that wait (group commit). From then on it is
/// answered from memory; and once a window is full so is everybody else, as who has a place is then read whole.
final class RolloutWindows: Sendable {
    private let database: Database
    private let clock: Clock
    private let patience: Duration
    private let states = Mutex<[RolloutWindowKey: RolloutPlaces]>([:])

    private static let logger = Logger(label: "rollout")
    /// Devices in one transaction.
    static let mostAtOnce = 500
    /// Devices that wait at once; one more is told nothing this time.
    private static let longestQueue = 10_000

    /// - Parameter patience: how long a device waits for its place.
    init(database: Database, clock: Clock, patience: Duration = .milliseconds(1_200)) {
        self.database = database
        self.clock = clock
        self.patience = patience
    }

    /// Whether a device has a place, as far as is known without the database; nil when it has to be asked.
    func known(_ device: String, _ key: RolloutWindowKey) -> Bool? {
        device.isEmpty ? false : states.withLock { $0[key]?.knows(device) }
    }

    /// Gives a device a place, if it has none and there is one.
    /// - Returns: whether it has one; false also when the database is away or too slow: the device asks again some other time.
    func take(_ device: String, _ key: RolloutWindowKey) async -> Bool {
        if let known = known(device, key) { return known }
        let isIn = try? await database.promptly(within: patience) { _ in await self.wait(device, key) }
        return isIn ?? false
    }

    private func wait(_ device: String, _ key: RolloutWindowKey) async -> Bool {
        await withCheckedContinuation { continuation in
            let next = states.withLock { states -> RolloutPlaces.Next in
                var places = states[key] ?? RolloutPlaces()
                defer { states[key] = places }
                return places.add(device, continuation, upTo: Self.longestQueue)
            }
            switch next {
            case .answered(let isIn): continuation.resume(returning: isIn)
            case .waits: break
            case .writes: Task { await self.write(key) }
            }
        }
    }

    /// Writes until nobody waits any more.
    private func write(_ key: RolloutWindowKey) async {
        while true {
            let devices = states.withLock { $0[key]?.nextGroup(upTo: Self.mostAtOnce) ?? [] }
            if devices.isEmpty { return }
            let taken = await take(devices, key)
            let waiting = states.withLock { $0[key]?.settle(devices, taken) ?? [] }
            for (continuation, isIn) in waiting { continuation.resume(returning: isIn) }
        }
    }

    /// - Returns: nil when it could not be written.
    private func take(_ devices: [String], _ key: RolloutWindowKey) async -> RolloutTaken? {
        do {
            let now = clock.now
            let taken = try await database.write { try $0.takePlaces(devices, in: key, at: now) }
            guard taken.isFull else { return taken }
            return RolloutTaken(devices: taken.devices, isFull: true, all: try await all(key))
        } catch {
            Self.logger.warning("places were not given", metadata: ["release": "\(key.release)", "error": "\(error)"])
            return nil
        }
    }

    /// Everybody who has a place, read in pieces, so that no read takes long.
    private func all(_ key: RolloutWindowKey) async throws -> Set<Int> {
        var (marks, last) = (Set<Int>(), "")
        while true {
            let from = last
            let piece = try await database.read { try $0.devicesWithPlaces(in: key, after: from, limit: 10_000) }
            guard let end = piece.last else { return marks }
            marks.formUnion(piece.map(RolloutPlaces.mark))
            last = end
        }
    }

    /// Forgets what is known of windows that are over.
    func keep(only keys: Set<RolloutWindowKey>) {
        states.withLock { states in
            for (key, places) in states where !keys.contains(key) && places.isIdle { states[key] = nil }
        }
    }
}

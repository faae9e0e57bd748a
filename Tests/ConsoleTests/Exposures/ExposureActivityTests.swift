import Foundation
import TestSupport
import Testing

@testable import Console

/// How many devices were active: every device of a platform is read for it.
@Suite struct ExposureActivityTests {
    @Test func thoseWhoAskAtTheSameTimeShareOneRead() async throws {
        try await AlertRoom.run { room in
            let (activity, now) = (ExposureActivity(), room.clock.now)
            let times = try await withThrowingTaskGroup(of: Date.self) { group in
                for number in 0..<8 {
                    group.addTask { try await ask(activity, room, at: now.addingTimeInterval(Double(number))).at }
                }
                return try await group.reduce(into: Set<Date>()) { $0.insert($1) }
            }
            #expect(times.count == 1)
            #expect(try await ask(activity, room, at: now.addingTimeInterval(200)).at == times.first)
            let later = now.addingTimeInterval(400)
            #expect(try await ask(activity, room, at: later).at == later)
        }
    }

    /// A read that fails is not remembered.
    @Test func afterAFailureItIsReadAgain() async throws {
        try await AlertRoom.run { room in
            let activity = ExposureActivity()
            try await room.database.write { try $0.run("ALTER TABLE device RENAME TO device_away") }
            await #expect(throws: (any Error).self) { _ = try await ask(activity, room, at: room.clock.now) }
            try await room.database.write { try $0.run("ALTER TABLE device_away RENAME TO device") }
            #expect(try await ask(activity, room, at: room.clock.now).hours.isEmpty)
        }
    }

    private func ask(_ activity: ExposureActivity, _ room: AlertRoom, at time: Date) async throws -> ExposureActivity.Counts {
        try await activity.devices(of: room.app.id, on: .ios, since: AlertRoom.noon, at: time, room.database)
    }
}

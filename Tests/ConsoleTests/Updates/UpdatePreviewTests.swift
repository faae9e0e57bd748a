import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// Who would be told, what one device would be told, and how a version spreads.
struct UpdatePreviewTests {
    private func previews(_ room: UpdateRoom) -> UpdatePreviews {
        UpdatePreviews(updates: room.updates, devices: TelemetryKnownDevices(database: room.console.server.database))
    }

    private static func devices(_ count: Int) -> [(id: String, version: String, model: String, os: String)] {
        (0..<count).map { ("d\($0)", ["1.0", "1.5", "2.0", ""][$0 % 4], ["A", "B"][$0 % 2], ["9.3", "12.1"][$0 / 2 % 2]) }
    }

    @Test func devicesAreCountedByWhatTheyAre() async throws {
        try await UpdateRoom.run { room in
            try await room.seen(Self.devices(80))
            try await room.seen([("x", "1.0", "M", "1")], platform: .android)
            let id = try await room.draft("2.0", #""rules":[{"element":"mobileModel","operation":"in","value":"a"}],"forceBelow":"1.2""#).id
            let preview = try await previews(room).preview(id, of: try room.app)
            let audience = preview.audience
            #expect((audience.devices, audience.examined, audience.matching, audience.share.value) == (80, 80, 20, 0.25))
            #expect(audience.versions.contains(RolloutPreviewPart(name: "1.0", devices: 20, matching: 20)))
            #expect(audience.versions.contains(RolloutPreviewPart(name: "-", devices: 20, matching: 0)))
            #expect(audience.models.map(\.matching) == [20, 0])
            #expect(audience.osVersions.reduce(0) { $0 + $1.devices } == 80)
            #expect(
                Dictionary(uniqueKeysWithValues: audience.obstacles.map { ($0.obstacle, $0.devices) }) == [
                    .rule: 20, .notNewer: 20, .unknownVersion: 20,
                ]
            )
            #expect(preview.forced == 20 && !preview.atMost && preview.places.value == nil)
        }
    }

    @Test func otherReleasesComeFirst() async throws {
        try await UpdateRoom.run { room in
            try await room.seen(Self.devices(80))
            try await room.publish("1.2", #""mode":"whitelist","whitelist":["user-d0","user-d4"]"#)
            let id = try await room.draft("2.0").id
            let audience = try await previews(room).preview(id, of: try room.app).audience
            #expect(audience.matching == 38)
            #expect(audience.obstacles.first { $0.obstacle == .otherFirst }?.devices == 2)
        }
    }

    @Test func whatLogsDoNotTellCountsAsFulfilled() async throws {
        try await UpdateRoom.run { room in
            try await room.seen(Self.devices(8))
            let end = room.console.clock.now.addingTimeInterval(60).ISO8601Format()
            let rule = #""rules":[{"element":"city","operation":"in","value":"杭州"}]"#
            let id = try await room.draft("2.0", #""mode":"timeWindow","endsAt":"\#(end)","limit":3,\#(rule)"#).id
            let preview = try await previews(room).preview(id, of: try room.app)
            #expect(preview.audience.matching == 4 && preview.atMost && preview.places.value == 3)
        }
    }

    @Test func withoutDevicesThereIsNoShare() async throws {
        try await UpdateRoom.run { room in
            let id = try await room.draft("2.0").id
            let audience = try await previews(room).preview(id, of: try room.app).audience
            #expect(audience.examined == 0 && audience.share.value == nil && audience.versions.isEmpty)
        }
    }

    /// What the preview of one device says is what the device gets.
    @Test func theEvaluationIsTheAnswer() async throws {
        try await UpdateRoom.run { room in
            try await room.seen(Self.devices(40))
            try await room.publish("3.0", #""mode":"percentage","percentage":50"#)
            try await room.publish("2.0", #""mode":"official","forceBelow":"1.2""#)
            try await room.publish("1.6", #""mode":"whitelist","whitelist":["user-d1"]"#)
            for number in 0..<40 {
                let (id, version, model, os) = Self.devices(40)[number]
                let found = try await previews(room).evaluate(UpdateAsker(device: id), on: .ios, of: try room.app, draft: nil)
                #expect(found.known && found.device.version == version && found.trace.count == 3)
                let asked = #"{"did":"\#(id)","productVersion":"\#(version)","userId":"user-\#(id)","mobileModel":"\#(model)","osVersion":"\#(os)"}"#
                #expect(try await room.answer(asked) == found.answer)
                #expect((found.release.value == nil) == (found.answer.resultStatus == 201))
                #expect(found.trace.filter { $0.obstacle.value == nil }.count == (found.release.value == nil ? 0 : 1))
            }
        }
    }

    @Test func theTraceNamesEveryReleaseInOrder() async throws {
        try await UpdateRoom.run { room in
            let official = try await room.publish("2.0")
            let listed = try await room.publish("2.2", #""mode":"whitelist","whitelist":["u"]"#)
            let draft = try await room.draft("2.1", #""mode":"percentage","percentage":100"#)
            let asked = UpdateAsker(device: "d", version: "1.0", user: "v")
            let found = try await previews(room).evaluate(asked, on: .ios, of: try room.app, draft: draft.id)
            #expect(found.trace.map(\.id) == [listed.id, draft.id, official.id])
            #expect(found.trace.map(\.obstacle.value) == [.notNamed, nil, .otherFirst])
            #expect(found.release.value == draft.id && found.answer.newestVersion == "2.1")
            #expect(found.trace[0].findings.map(\.element) == [.version, .user])
            #expect(found.trace[0].findings.map(\.holds) == [true, false])
            #expect(found.trace[1].findings.last?.test == .share)
            #expect(try await room.told(#"{"did":"d","userId":"v"}"#) == "2.0")
        }
    }

    @Test func lookingTakesNoPlace() async throws {
        try await UpdateRoom.run { room in
            let end = room.console.clock.now.addingTimeInterval(60).ISO8601Format()
            let update = try await room.publish("2.0", #""mode":"timeWindow","endsAt":"\#(end)","limit":1"#)
            func look(_ device: String) async throws -> UpdateObstacle? {
                let asked = UpdateAsker(device: device, version: "1.0")
                return try await previews(room).evaluate(asked, on: .ios, of: try room.app, draft: nil).trace[0].obstacle.value
            }
            #expect(try await look("a") == nil)
            #expect(try await room.updates.update(update.id, of: "demo").taken == 0)
            #expect(try await room.told(#"{"did":"b"}"#) == "2.0")
            #expect(try await look("a") == .windowFull)
            #expect(try await look("b") == nil)
        }
    }

    @Test func adoptionIsTheVersionsShareOfTheDay() async throws {
        try await UpdateRoom.run { room in
            let update = try await room.publish("2.0")
            let day = Int((room.console.clock.now.timeIntervalSince1970 + 8 * 3_600) / 86_400)
            try await room.console.server.database.write { connection in
                for (version, devices) in [("", 50), ("1.0", 40), ("2.0", 8), ("2.0.0", 2)] {
                    try connection.run(
                        """
                        INSERT INTO audience_day (app_id, day, platform, version, devices, new_devices, users)
                        VALUES ('demo', \(day), 'ios', \(version), \(devices), 0, 0)
                        """
                    )
                }
            }
            let statistics = room.console.server.statistics
            let adoption = try await statistics.adoption(of: update, try room.app, now: room.console.clock.now)
            #expect(adoption.items.count == 14)
            #expect(adoption.items.last.map { ($0.devices, $0.active) } ?? (0, 0) == (10, 50))
            #expect(adoption.items.last?.share.value == 0.2 && adoption.items.first?.share.value == nil)
        }
    }
}

extension UpdateAsker {
    fileprivate init(device: String = "", version: String = "", user: String = "") {
        self.init(device: device, version: version, user: user, model: "", osVersion: "", network: "", channel: "", city: "")
    }
}

import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Time windows count every device exactly once, whoever asks whom how often.
struct UpdateWindowTests {
    private func window(_ room: UpdateRoom, _ limit: Int, _ version: String = "2.0") async throws -> Update {
        let end = room.console.clock.now.addingTimeInterval(3_600).ISO8601Format()
        return try await room.publish(version, #""mode":"timeWindow","endsAt":"\#(end)","limit":\#(limit)"#)
    }

    private func taken(_ update: Update, _ room: UpdateRoom) async throws -> Int {
        try await room.updates.update(update.id, of: "demo").taken
    }

    @Test func placesGoToSoManyDevicesOnTwoNodesAtOnce() async throws {
        try await UpdateRoom.run { room in
            let update = try await window(room, 40)
            let nodes = [try await room.another(), try await room.another()]
            let told = try await withThrowingTaskGroup(of: (String, String?).self) { group in
                for number in 0..<300 {
                    let device = "d\(number % 100)"
                    group.addTask { (device, try await room.told(#"{"did":"\#(device)"}"#, by: nodes[number / 100 % 2])) }
                }
                return try await group.reduce(into: [String: Set<String?>]()) { $0[$1.0, default: []].insert($1.1) }
            }
            #expect(told.values.allSatisfy { $0.count == 1 })
            let lucky = Set(told.filter { $0.value == ["2.0"] }.keys)
            #expect(lucky.count == 40)
            #expect(try await taken(update, room) == 40)
            let restarted = try await room.another()
            for number in 0..<100 {
                let isTold = try await room.told(#"{"did":"d\#(number)"}"#, by: restarted) == "2.0"
                #expect(isTold == lucky.contains("d\(number)"))
            }
            #expect(try await taken(update, room) == 40)
        }
    }

    @Test func theSameDeviceTakesOnePlace() async throws {
        try await UpdateRoom.run { room in
            let update = try await window(room, 2)
            for _ in 0..<5 { #expect(try await room.told(#"{"did":"a"}"#) == "2.0") }
            #expect(try await taken(update, room) == 1)
            #expect(try await room.told(#"{"did":"-"}"#) == nil)
            #expect(try await room.told(#"{"did":"b"}"#) == "2.0")
            #expect(try await room.told(#"{"did":"c"}"#) == nil)
            #expect(try await room.told(#"{"did":"a"}"#) == "2.0")
            #expect(try await taken(update, room) == 2)
        }
    }

    @Test func whoIsToldOfSomethingElseTakesNone() async throws {
        try await UpdateRoom.run { room in
            let update = try await window(room, 5)
            try await room.publish("3.0", #""mode":"whitelist","whitelist":["u"]"#)
            #expect(try await room.told(#"{"did":"a","userId":"u"}"#) == "3.0")
            #expect(try await room.told(#"{"did":"b","productVersion":"2.0"}"#) == nil)
            #expect(try await taken(update, room) == 0)
        }
    }

    @Test func aFullWindowLeavesDevicesToTheNextRelease() async throws {
        try await UpdateRoom.run { room in
            try await room.publish("1.5")
            _ = try await window(room, 1)
            #expect(try await room.told(#"{"did":"a"}"#) == "2.0")
            #expect(try await room.told(#"{"did":"b"}"#) == "1.5")
        }
    }

    @Test func itIsOverWhenItsTimeIs() async throws {
        try await UpdateRoom.run { room in
            let update = try await window(room, 5)
            #expect(try await room.told(#"{"did":"a"}"#) == "2.0")
            room.console.clock.advance(by: 3_601)
            #expect(try await room.told(#"{"did":"a"}"#) == nil)
            #expect(try await room.told(#"{"did":"b"}"#) == nil)
            #expect(try await room.updates.update(update.id, of: "demo").state(at: room.console.clock.now) == .expired)
            let problem = await problem { try await room.updates.pause(update.id, of: "demo", by: UpdateRoom.ann) }
            #expect(problem?.kind == .conflict)
            let ended = try await room.updates.end(update.id, of: "demo", by: UpdateRoom.ann)
            #expect(ended.kept == .ended)
        }
    }

    @Test func pausingKeepsPlaces() async throws {
        try await UpdateRoom.run { room in
            let update = try await window(room, 1)
            #expect(try await room.told(#"{"did":"a"}"#) == "2.0")
            _ = try await room.updates.pause(update.id, of: "demo", by: UpdateRoom.ann)
            #expect(try await room.told(#"{"did":"a"}"#) == nil)
            _ = try await room.updates.resume(update.id, of: "demo", by: UpdateRoom.ann)
            #expect(try await room.told(#"{"did":"b"}"#) == nil)
            #expect(try await room.told(#"{"did":"a"}"#) == "2.0")
            #expect(try await taken(update, room) == 1)
        }
    }

    @Test func withoutALimitNobodyIsCounted() async throws {
        try await UpdateRoom.run { room in
            let end = room.console.clock.now.addingTimeInterval(3_600).ISO8601Format()
            let update = try await room.publish("2.0", #""mode":"timeWindow","endsAt":"\#(end)""#)
            #expect(try await room.told(#"{"did":"-"}"#) == "2.0")
            #expect(try await taken(update, room) == 0)
        }
    }
}

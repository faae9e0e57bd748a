import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct SwitchDraftTests {
    @Test func aDraftIsNotServedAPublicationIsAtOnce() async throws {
        try await SwitchRoom.run { room in
            #expect(try await room.answer() == #"{"switches":{},"version":"0"}"#)
            try await room.save("a", #"{"type":"number","default":1}"#)
            #expect(try await room.answer() == #"{"switches":{},"version":"0"}"#)
            try await room.publish()
            #expect(try await room.answer() == #"{"switches":{"a":1},"version":"1"}"#)
            try await room.save("a", #"{"type":"number","default":2}"#)
            #expect(try await room.answer() == #"{"switches":{"a":1},"version":"1"}"#)
            try await room.publish()
            #expect(try await room.answer() == #"{"switches":{"a":2},"version":"2"}"#)
        }
    }

    @Test func statesFollowDraftAndPublication() async throws {
        try await SwitchRoom.run { room in
            #expect(try await room.save("a", #"{"type":"boolean","default":true}"#).state == .new)
            try await room.publish()
            #expect(try await room.switches.find("a", of: "demo").state == .published)
            #expect(try await room.save("a", #"{"type":"boolean","default":false}"#).state == .changed)
            #expect(try await room.save("a", #"{"type":"boolean","default":true}"#).state == .published)
            try await room.switches.delete("a", of: "demo", revision: nil, by: SwitchRoom.ann)
            #expect(try await room.switches.find("a", of: "demo").state == .deleted)
            #expect(await problem { try await room.switches.delete("a", of: "demo", revision: nil, by: SwitchRoom.ann) }?.kind == .conflict)
            #expect(try await room.values() == ["a": .bool(true)])
            try await room.publish()
            #expect(await problem { try await room.switches.find("a", of: "demo") }?.kind == .notFound)
            #expect(try await room.answer() == #"{"switches":{},"version":"2"}"#)
        }
    }

    @Test func aNewSwitchThatIsDeletedOrDiscardedIsGone() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"string","default":"x"}"#)
            try await room.switches.delete("a", of: "demo", revision: nil, by: SwitchRoom.ann)
            #expect(await problem { try await room.switches.find("a", of: "demo") }?.kind == .notFound)
            try await room.save("b", #"{"type":"string","default":"x"}"#)
            try await room.switches.discard("b", of: "demo", by: SwitchRoom.ann)
            #expect(try await room.switches.all("demo").isEmpty)
            #expect(await problem { try await room.publish() }?.detail.key == "switches.publish.nothing")
        }
    }

    @Test func discardingGoesBackToWhatIsPublished() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"string","default":"x"}"#)
            try await room.publish()
            #expect(await problem { try await room.switches.discard("a", of: "demo", by: SwitchRoom.ann) }?.kind == .conflict)
            try await room.save("a", #"{"type":"string","default":"y"}"#)
            try await room.switches.discard("a", of: "demo", by: SwitchRoom.ann)
            let found = try await room.switches.find("a", of: "demo")
            #expect(found.state == .published && found.default == .string("x"))
        }
    }

    @Test func nothingIsOverwrittenUnseen() async throws {
        try await SwitchRoom.run { room in
            let first = try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.save("a", #"{"type":"number","default":2,"revision":\#(first.revision)}"#, by: SwitchRoom.ben)
            let stale = await problem { try await room.save("a", #"{"type":"number","default":3,"revision":\#(first.revision)}"#) }
            #expect(stale?.kind == .conflict)
            #expect(stale?.detail.arguments["who"] == "ben@example.com")
            #expect(try await room.switches.find("a", of: "demo").default == .integer(2))
            #expect(await problem { try await room.save("a", #"{"type":"number","default":3,"revision":0}"#) }?.kind == .conflict)
            #expect(await problem { try await room.save("other", #"{"type":"number","default":3,"revision":7}"#) }?.kind == .conflict)
            #expect(await problem { try await room.switches.delete("a", of: "demo", revision: 1, by: SwitchRoom.ann) }?.kind == .conflict)
            try await room.save("a", #"{"type":"number","default":4}"#)
            #expect(try await room.switches.find("a", of: "demo").default == .integer(4))
        }
    }

    @Test(arguments: ["a", "A_b-c.d", "0", String(repeating: "k", count: 100)])
    func theseAreKeys(key: String) async throws {
        try SwitchKey.check(key)
    }

    @Test(arguments: ["", " a", "a b", "a/b", "开关", "a\n", "<b>", String(repeating: "k", count: 101), "new", "publication", ".", "..", "a\u{301}"])
    func theseAreNot(key: String) async throws {
        #expect(await problem { try SwitchKey.check(key) }?.rejections.first?.field == "key")
    }

    @Test func everyChangeIsWrittenDown() async throws {
        try await SwitchRoom.run { room in
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.save("a", #"{"type":"number","default":1}"#)
            try await room.publish()
            try await room.switches.delete("a", of: "demo", revision: nil, by: SwitchRoom.ann)
            try await room.switches.discard("a", of: "demo", by: SwitchRoom.ann)
            try await room.switches.requireTwoPersons(true, of: "demo", by: SwitchRoom.ann.actor)
            let actions: [String] = try await room.console.server.database.read {
                try $0.all("SELECT action FROM audit_event WHERE action LIKE 'switch.%' ORDER BY at, id") { try $0[0] }
            }
            #expect(actions == ["switch.save", "switch.publish", "switch.delete", "switch.discard", "switch.twoPerson"])
        }
    }

    @Test func anAppHasABoundedNumber() async throws {
        try await SwitchRoom.run { room in
            for number in 0..<Switches.limit { try await room.save("k\(number)", #"{"type":"boolean","default":true}"#) }
            #expect(await problem { try await room.save("more", #"{"type":"boolean","default":true}"#) }?.kind == .conflict)
            try await room.save("k1", #"{"type":"boolean","default":false}"#)
        }
    }
}

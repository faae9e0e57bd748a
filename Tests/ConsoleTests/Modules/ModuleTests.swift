import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct ModuleTests {
    @Test func aModuleIsMadeEditedAndRemoved() async throws {
        try await ModuleRoom.run { room in
            let modules = room.modules
            try await room.make("MPLog")
            #expect(modules.index.module("MPLog")?.group == .network)
            #expect(modules.index.module("mplog") == nil && modules.index.module(like: "mplog")?.name == "MPLog")
            let details = ModuleDetails(group: .monitoring, title: ModuleText(zh: " 日志 ", en: ""), description: ModuleText(zh: "a\r\nb", en: ""))
            try await modules.edit("MPLog", details, by: ModuleRoom.actor)
            let edited = try #require(modules.index.module("MPLog"))
            #expect(edited.group == .monitoring && edited.title == ModuleText(zh: "日志", en: "") && edited.description.zh == "a\nb")
            try await modules.remove("MPLog", by: ModuleRoom.actor)
            #expect(modules.index.modules.isEmpty)
            #expect(try await room.actions() == ["module.create", "module.edit", "module.remove"])
        }
    }

    @Test func namesAreUniqueEvenOnADiskThatIgnoresCase() async throws {
        try await ModuleRoom.run { room in
            try await room.make("MPLog")
            #expect(await problem { try await room.make("MPLog") }?.rejections.first?.message.key == "modules.name.taken")
            #expect(await problem { try await room.make("mpLOG") }?.rejections.first?.message == Message("modules.name.case", ["name": "MPLog"]))
        }
    }

    @Test(arguments: ["", "M", "1Log", "MP Log", "MP/Log", "日志", "new", "Usage", String(repeating: "a", count: 65)])
    func namesThatNothingCanBeCalled(name: String) async throws {
        try await ModuleRoom.run { room in
            #expect(await problem { try await room.make(name) }?.rejections.map(\.field) == ["name"])
        }
    }

    @Test func textsAreBounded() {
        let long = String(repeating: "字", count: 2_001)
        let wrong = ModuleDetails(group: .other, title: ModuleText(zh: "a\nb", en: "\u{7}"), description: ModuleText(zh: long, en: "a\nb\tc"))
            .rejections
        #expect(wrong.map(\.field) == ["title.zh", "title.en", "description.zh"])
        #expect(ModuleDetails(group: .other, title: .none, description: .none).rejections.map(\.message.key) == ["modules.title.none"])
    }

    @Test func aModuleWithVersionsStays() async throws {
        try await ModuleRoom.run { room in
            try await room.publish("MPLog")
            #expect(await problem { try await room.modules.remove("MPLog", by: ModuleRoom.actor) }?.detail.key == "modules.remove.versions")
            #expect(room.modules.index.module("MPLog") != nil)
        }
    }

    @Test func aVersionIsPublishedOnce() async throws {
        try await ModuleRoom.run { room in
            let version = try await room.publish("MPLog", needs: #"{"systemFrameworks":["libz.tbd"],"licence":"MIT"}"#)
            #expect(room.modules.index.catalogue(.ios).versions(of: "MPLog") == [version])
            #expect(version.publishedBy == "ann@example.com" && version.artifact.resources == ["MPLog-framework.bundle"])
            #expect(await room.refusal("MPLog", "1.0") == ["version": "modules.version.taken"])
            try await room.publish("MPLog", "1.0", on: .android)
            try await room.publish("MPLog", "1.10.0")
            try await room.publish("MPLog", "1.9.0")
            #expect(room.modules.index.catalogue(.ios).versions(of: "MPLog").map(\.version) == ["1.10.0", "1.9.0", "1.0.0"])
        }
    }

    @Test func aVersionNeedsAFileOfItsPlatform() async throws {
        try await ModuleRoom.run { room in
            try await room.make("MPLog")
            let apple = try await room.artifact()
            let android = NewModuleVersion(platform: .android, version: "1.0", artifact: apple)
            let wrong = await problem { try await room.modules.publish(android, of: "MPLog", by: ModuleRoom.actor) }
            #expect(wrong?.rejections.first == Rejection("artifact", "modules.artifact.platform.android", ["kind": "framework"]))
            let none = NewModuleVersion(platform: .ios, version: "1.0", artifact: BlobID(of: [1]))
            #expect(
                await problem { try await room.modules.publish(none, of: "MPLog", by: ModuleRoom.actor) }?.rejections.map(\.field) == ["artifact"]
            )
            #expect(await problem { try await room.modules.publish(none, of: "MPNone", by: ModuleRoom.actor) } == .notFound)
        }
    }

    // MARK: states

    @Test func aVersionIsDeprecatedWithdrawnAndRestored() async throws {
        try await ModuleRoom.run { room in
            let (modules, place) = (room.modules, room.place("MPLog"))
            try await room.publish("MPLog")
            try await room.publish("MPBetter")
            try await modules.deprecate(place, ModuleDeprecation(replacement: "MPBetter", reason: "慢"), by: ModuleRoom.actor)
            let deprecated = try modules.version(place)
            #expect(deprecated.state == .deprecated && deprecated.replacement.value == "MPBetter" && deprecated.reason == "慢" && deprecated.isOffered)
            try await modules.withdraw(place, reason: "leaks", by: ModuleRoom.actor)
            let withdrawn = try modules.version(place)
            #expect(withdrawn.state == .withdrawn && withdrawn.replacement.value == nil && !withdrawn.isOffered)
            let again = ModuleDeprecation(replacement: nil, reason: "")
            #expect(await problem { try await modules.deprecate(place, again, by: ModuleRoom.actor) }?.detail.key == "modules.state.withdrawn")
            try await modules.restore(place, by: ModuleRoom.actor)
            #expect(try modules.version(place).state == .current && modules.version(place).reason.isEmpty)
            #expect(await problem { try await modules.restore(place, by: ModuleRoom.actor) }?.detail.key == "modules.state.current")
        }
    }

    @Test func aReplacementIsAnotherModuleOfThePlatform() async throws {
        try await ModuleRoom.run { room in
            try await room.publish("MPLog")
            try await room.publish("MPDroid", on: .android)
            for (replacement, key) in [("MPNone", "unknown"), ("MPLog", "self"), ("MPDroid", "platform")] {
                let input = ModuleDeprecation(replacement: replacement, reason: "")
                let refused = await problem { try await room.modules.deprecate(room.place("MPLog"), input, by: ModuleRoom.actor) }
                #expect(refused?.rejections.first?.message.key == "modules.replacement.\(key)")
            }
        }
    }

    @Test func whatIsBadSaysWhy() async throws {
        try await ModuleRoom.run { room in
            let (modules, place) = (room.modules, room.place("MPLog"))
            try await room.publish("MPLog")
            #expect(await problem { try await modules.markBad(place, reason: " ", by: ModuleRoom.actor) }?.rejections.map(\.field) == ["reason"])
            #expect(await problem { try await modules.withdraw(place, reason: "", by: ModuleRoom.actor) }?.rejections.map(\.field) == ["reason"])
            try await modules.markBad(place, reason: "crashes", by: ModuleRoom.actor)
            #expect(try modules.version(place).bad.value == ModuleDefect(reason: "crashes", at: room.console.clock.now, by: "ann@example.com"))
            #expect(await problem { try await modules.markBad(place, reason: "again", by: ModuleRoom.actor) }?.kind == .conflict)
            try await modules.clearBad(place, by: ModuleRoom.actor)
            #expect(try modules.version(place).bad.value == nil)
            #expect(await problem { try await modules.clearBad(place, by: ModuleRoom.actor) }?.kind == .conflict)
            #expect(await problem { try await modules.clearBad(room.place("MPLog", "9"), by: ModuleRoom.actor) } == .notFound)
        }
    }
}

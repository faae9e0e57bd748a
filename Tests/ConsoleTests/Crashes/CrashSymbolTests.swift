import TestSupport
import Testing
import Web

@testable import Console

/// Groups before and after symbols came, and with other rules.
struct CrashSymbolTests {
    private static let hasSymbolizer = SymbolizerPath.find("llvm-symbolizer") != nil

    @Test(.enabled(if: hasSymbolizer)) func symbolsThatComeJoinWhatBelongsTogether() async throws {
        try await CrashRoom.run { room in
            try await room.send(CrashRoom.native(at: 0x1010))
            try await room.read()
            let first = try await room.groups()[0].id
            try await room.change("\(first)/notes", #"{"text":"known"}"#)
            try await room.send(CrashRoom.native(at: 0x1020), device: "device2")
            try await room.send(CrashRoom.native(at: 0x1110), device: "device3")
            try await room.read()
            #expect(try await room.groups().count == 3)
            let missing = try await room.console.api(.get, "/apps/demo/symbols/missing").json(List<SymbolMissingBody>.self).items
            #expect(missing.map(\.reports) == [3])

            try await upload(SymbolSamples.library(["work", "rest"]), "libdemo.so", room)
            let groups = try await room.groups("?sort=count")
            #expect(groups.map(\.count) == [2, 1])
            #expect(groups.map { $0.culprit.value?.contains("work") ?? false } == [true, false])
            #expect(groups.map(\.devices) == [2, 1])
            // What was said of one is still there, and its old address leads to where its reports are.
            #expect(try await room.notes(first).contains { $0.text == "known" })
            #expect(try await room.group(first).id == groups[0].id)
            #expect(try await room.count("SELECT count(*) FROM crash_want") == 0)
            #expect(try await room.count("SELECT count(*) FROM crash_analysis WHERE waits = 1") == 0)
            // Whoever crashes now is read with them at once, and nobody is told of a group that is none.
            try await room.send(CrashRoom.native(at: 0x1030))
            try await room.read()
            #expect(try await room.groups("?sort=count").map(\.count) == [3, 1])
            #expect(try await room.count("SELECT count(*) FROM crash_happening") == 3)
        }
    }

    @Test func aMappingThatComesNamesWhatWasShortened() async throws {
        try await CrashRoom.run { room in
            let shortened = "java.lang.IllegalStateException: x\n\tat a.b.a(SourceFile:1)"
            try await room.send(shortened, version: "2.3.0")
            try await room.read()
            #expect(try await room.groups()[0].culprit.value?.contains("a.b.a") ?? false)
            #expect(try await room.count("SELECT count(*) FROM crash_analysis WHERE waits = 1") == 1)
            try await upload(SymbolSamples.mapping, "mapping.txt", room, version: "2.3.0")
            let group = try await room.groups()[0]
            #expect(group.culprit.value?.contains("com.example.Shop.sell") ?? false)
            #expect(try await room.count("SELECT count(*) FROM crash_group") == 1)
        }
    }

    private func upload(_ bytes: [UInt8], _ name: String, _ room: CrashRoom, version: String = "") async throws {
        #expect(try await SymbolRoom(console: room.console).put(bytes, name: name, version: version).status == .created)
        try await room.work()
        try await room.read()
    }

    // MARK: other ways of grouping

    @Test func rulesAreTriedAndThenSwitchedOn() async throws {
        try await CrashRoom.run { room in
            for (method, count) in [("sell", 2), ("buy", 1)] {
                for number in 0..<count {
                    let trace =
                        "java.lang.IllegalStateException: x\n\tat com.vendor.Net.call(Net.java:1)\n\tat com.example.Shop.\(method)(Shop.java:2)"
                    try await room.send(trace, device: "device\(number)")
                }
            }
            try await room.read()
            #expect(try await room.groups().count == 2)
            // By the vendor's frame alone they are one.
            let rules = #"[{"subject":"type","pattern":"com.example.*","isInApp":false}]"#
            let console = room.console
            let trial = try await console.api(.post, "/apps/demo/crash-grouping/trials", #"{"version":2,"rules":\#(rules)}"#).json(CrashTrial.self)
            #expect(try await console.api(.post, "/apps/demo/crash-grouping/trials", #"{"version":2,"rules":[]}"#).status == .conflict)
            try await room.work()
            let path = "/apps/demo/crash-grouping/trials/\(trial.id)"
            let outcome = try #require(try await console.api(.get, path).json(CrashTrial.self).outcome.value)
            #expect(outcome.reports == 3 && outcome.groupsBefore == 2 && outcome.groupsAfter == 1)
            #expect(outcome.splits.isEmpty && outcome.merges.map { $0.groups.map(\.reports) } == [[2, 1]])
            #expect(try await room.groups().count == 2)

            let change = #"{"version":2,"rules":\#(rules),"again":true}"#
            #expect(try await console.api(.put, "/apps/demo/crash-grouping", change).status == .ok)
            try await room.read()
            #expect(try await room.groups().map(\.count) == [3])
            #expect(try await room.groups().map(\.devices) == [2])
            for wrong in [#"{"version":9,"rules":[]}"#, #"{"version":2,"rules":[{"subject":"type","pattern":"","isInApp":true}]}"#] {
                #expect(try await console.api(.put, "/apps/demo/crash-grouping", wrong).status == .unprocessableContent)
            }
        }
    }
}

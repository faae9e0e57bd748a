import Foundation
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct PushAudienceTargetTests {
    private func read(_ json: String) throws -> PushTarget {
        try JSONDecoder().decode(PushTarget.self, from: Data(json.utf8))
    }

    private func rejected(_ json: String) -> String? {
        do {
            _ = try read(json).checked()
            return nil
        } catch {
            return (error as? Problem)?.rejections.first?.field
        }
    }

    @Test(arguments: [
        (#"{"all":true}"#, PushTargetKind.all), (#""all""#, .all), (#"{"users":["a"]}"#, .users), (#"{"devices":["d"]}"#, .devices),
        (#"{"segment":{"platform":"ios"}}"#, .segment), (#"{"list":"ab12"}"#, .list),
    ])
    func eachKindIsReadAndWritten(json: String, kind: PushTargetKind) throws {
        let target = try read(json).checked()
        #expect(target.kind == kind)
        let written = String(decoding: try JSONEncoder().encode(target), as: UTF8.self)
        #expect(written == (json == #""all""# ? #"{"all":true}"# : json))
        #expect(try read(written) == target)
    }

    @Test(arguments: [
        (#"{}"#, "target"), (#"{"all":false}"#, "target"), (#"{"all":true,"users":["a"]}"#, "target"), (#"{"users":[]}"#, "target.users"),
        (#"{"users":["a\u0007"]}"#, "target.users"), (#"{"devices":["a b"]}"#, "target.devices"), (#"{"devices":["-"]}"#, "target.devices"),
        (#"{"segment":{}}"#, "target.segment"), (#"{"segment":{"versions":["new"]}}"#, "target.segment.versions"),
        (#"{"segment":{"activeWithinDays":0}}"#, "target.segment.activeWithinDays"),
        (#"{"segment":{"crashGroup":"../x"}}"#, "target.segment.crashGroup"), (#"{"list":"'; DROP"}"#, "target.list"),
    ])
    func whatIsNoTargetIsRefused(json: String, field: String) {
        #expect(rejected(json) == field)
    }

    @Test func namesAreBounded() throws {
        let names = (0...1_000).map { "u\($0)" }
        #expect(try PushTarget(users: Array(names.dropLast())).checked().named == 1_000)
        #expect(throws: Problem.self) { try PushTarget(users: names).checked() }
        #expect(try PushTarget(users: [" a ", "a", ""]).checked().users == ["a"])
        let words = RolloutWords(Array(repeating: "1.0", count: 101))
        #expect(throws: Problem.self) { try PushTarget(segment: PushSegment(versions: words)).checked() }
    }

    @Test func aFormHoldsATargetAsText() throws {
        let targets = [
            PushTarget.everybody, PushTarget(users: ["a", "b"]), PushTarget(devices: ["d"]), PushTarget(list: "ab12"),
            PushTarget(
                segment: PushSegment(
                    platform: .ios,
                    versions: RolloutWords([">=2.2 <2.4", "3.0.*"]),
                    models: RolloutWords(["iPhone17,1", "MI 14"]),
                    osVersions: RolloutWords(["17"]),
                    activeWithinDays: 7,
                    crashGroup: "abc"
                )
            ),
        ]
        for target in targets { #expect(try PushTargetForm(target).target() == target) }
        var form = PushTargetForm(targets[4])
        form.segment?.activeWithinDays = "soon"
        #expect(throws: Problem.self) { try form.target() }
        form = .empty
        form.kind = "everyone"
        #expect(throws: Problem.self) { try form.target() }
    }

    @Test func tablesAreReadByTheirRules() throws {
        var rows = PushListRows(Array("a,\"b\n,\"\"c\"\n\r\n x , y\r\nlast".utf8))
        #expect(rows.next() == .init(line: 1, cells: ["a", "b\n,\"c"]))
        #expect(rows.next() == .init(line: 3, cells: [""]))
        #expect(rows.next() == .init(line: 4, cells: ["x", "y"]))
        #expect(rows.next() == .init(line: 5, cells: ["last"]))
        #expect(rows.next() == nil)
    }

    @Test(arguments: [
        "", "userId\n", "a b\u{7}\n", "userId,1st\na,b\n", "userId,x,x\na,b,c\n", "userId\na,b\n", "a,b\n",
        "userId,x\na,\(String(repeating: "x", count: 201))\n",
    ])
    func filesThatNameNobodyAreRefused(text: String) {
        #expect(throws: Problem.self) { try PushListFile(Array(text.utf8), .users) }
    }

    @Test func theLastOfTwoLinesCounts() throws {
        let file = try PushListFile(Array("deviceId,city\nd1,Rome\nd1,Oslo\n\nd0,\n".utf8), .devices)
        #expect(file.columns == ["city"])
        #expect(file.entries == [PushListEntry(name: "d0", parameters: [:]), PushListEntry(name: "d1", parameters: ["city": "Oslo"])])
        #expect(throws: Problem.self) { try PushListFile([0xFF, 0xFE, 0x61], .devices) }
    }
}

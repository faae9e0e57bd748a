import Testing

@testable import Console
@testable import Web

/// The form between the browser and the verbs.
struct PackageFieldsTests {
    private func fields(_ pairs: [(String, String)]) throws -> PackageFields {
        try FormDecoder().decode(PackageFields.self, from: Form(pairs.map { (name: $0.0, value: $0.1) }))
    }

    @Test func whatIsTickedIsChosen() throws {
        let fields = try fields([
            ("platform", "ios"), ("baseline", "10.2.3"), ("minimumOS", " 12.0 "), ("modules", "MPLog"), ("modules", "MPHttpClient"),
            ("modules", "MPLog"),
            ("version.MPLog", "1.0.1"), ("version.MPHttpClient", ""), ("version.MPUnticked", "9"), ("accepted", "GPL-3.0-only"),
        ])
        let choice = try fields.choice
        #expect(choice.modules == [ModuleChoice("MPHttpClient"), ModuleChoice("MPLog", "1.0.1")])
        #expect(choice.baseline == "10.2.3" && choice.minimumOS == "12.0" && choice.acceptedLicences == ["GPL-3.0-only"])
    }

    @Test func emptyFieldsAreAbsent() throws {
        let choice = try fields([("platform", "android"), ("baseline", ""), ("minimumOS", " ")]).choice
        #expect(choice == PackageChoice(platform: .android, modules: []))
        #expect(throws: Problem.invalid("platform", "web.choice")) { try fields([("platform", "symbian")]).choice }
    }

    @Test(
        arguments: [
            ("leaveOut:MPLog:", [ModuleChoice("MPHttpClient")], nil, nil),
            ("takeVersion:MPLog:2.0.0", [ModuleChoice("MPHttpClient"), ModuleChoice("MPLog", "2.0.0")], nil, nil),
            ("takeVersion:MPNew:1", [ModuleChoice("MPHttpClient"), ModuleChoice("MPLog", "1.0.1"), ModuleChoice("MPNew", "1")], nil, nil),
            ("freeVersion:MPLog:", [ModuleChoice("MPHttpClient"), ModuleChoice("MPLog")], nil, nil),
            ("replace:MPLog:MPNew", [ModuleChoice("MPHttpClient"), ModuleChoice("MPNew")], nil, nil),
            ("raiseMinimumOS:MPLog:13.0", [ModuleChoice("MPHttpClient"), ModuleChoice("MPLog", "1.0.1")], "13.0", nil),
            ("acceptLicence:MPLog:LicenseRef-a:b", [ModuleChoice("MPHttpClient"), ModuleChoice("MPLog", "1.0.1")], nil, ["LicenseRef-a:b"]),
            ("askForVersion:MPLog:2", [ModuleChoice("MPHttpClient"), ModuleChoice("MPLog", "1.0.1")], nil, nil),
        ] as [(String, [ModuleChoice], String?, [String]?)]
    )
    func aWayOutChangesOneThing(word: String, modules: [ModuleChoice], minimumOS: String?, accepted: [String]?) throws {
        let fields = try fields([("platform", "ios"), ("modules", "MPHttpClient"), ("modules", "MPLog"), ("version.MPLog", "1.0.1"), ("do", word)])
        let way = try #require(fields.wayOut)
        #expect(way.word == word)
        let taken = fields.taking(way)
        let expected = PackageChoice(platform: .ios, modules: modules, minimumOS: minimumOS, acceptedLicences: accepted)
        #expect(try taken.choice == expected)
        #expect(taken.wayOut == nil, "the next press does not take it again")
    }

    @Test(arguments: ["", "leaveOut", "leaveOut:MPLog", "burn:MPLog:"])
    func otherWordsAreNoWayOut(word: String) throws {
        #expect(try fields([("platform", "ios"), ("do", word)]).wayOut == nil)
    }

    @Test func differencesAreCounted() {
        func modules(_ list: [String: String]) -> [PackageModule] { list.map { PackageModule(name: $0, version: $1, direct: true) } }
        let counts = PackageDifferenceCounts(
            from: modules(["a": "1.0", "b": "1.9", "c": "2.0", "d": "1.0"]),
            to: modules(["a": "1.0.0", "b": "1.10", "c": "1.0", "e": "1.0", "f": "1.0"])
        )
        #expect(counts.added == 2 && counts.removed == 1 && counts.raised == 1 && counts.lowered == 1 && !counts.same)
        #expect(PackageDifferenceCounts(from: modules(["a": "1.0"]), to: modules(["a": "1.0"])).same)
    }
}

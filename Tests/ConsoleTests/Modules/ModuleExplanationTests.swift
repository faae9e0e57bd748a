import Testing

@testable import Console

/// Why something cannot be, and what would help.
@Suite struct ModuleExplanationTests {
    private let versions = [
        sampleVersion("A", needs: ["X": "<2"]), sampleVersion("B", "2.1", needs: ["X": ">=2"]), sampleVersion("X", "1.5"), sampleVersion("X", "2.2"),
        sampleVersion("E", needs: ["A": "*"]), sampleVersion("F", needs: ["B": "*"]), sampleVersion("Far", needs: ["X": ">=9"]),
        sampleVersion("Old", state: .withdrawn, replacement: "X"), sampleVersion("NeedsOld", needs: ["Old": "*"]), sampleVersion("Broken", bad: true),
        sampleVersion("New", from: "13.0"), sampleVersion("Lost", needs: ["Nowhere": "^1"]), sampleVersion("Gone", to: "8.4"),
        sampleVersion("SSO", not: ["Account": "*"]), sampleVersion("Account"), sampleVersion("Two", "2.0", from: "13.0"), sampleVersion("Two", "1.0"),
    ]

    private func only(_ chosen: [ModuleChoice], from system: String? = nil) throws -> ModuleProblem {
        let resolution = ModuleCatalogue(.ios, versions).resolve(ModuleRequest(chosen: chosen, minimumOS: system))
        #expect(resolution.isBlocked && resolution.modules.isEmpty && resolution.problems.count == 1)
        return try #require(resolution.problems.first)
    }

    private struct Case: Sendable {
        let chosen: [ModuleChoice]
        var system: String?
        let kind: ModuleProblem.Kind
        let module: String
        let because: String
        let ways: String
    }

    private static let cases = [
        Case(
            chosen: [ModuleChoice("B"), ModuleChoice("A")],
            kind: .versions,
            module: "X",
            because: "chosen A; depends A 1.0 X <2; chosen B; depends B 2.1 X >=2",
            ways: "leaveOut A; leaveOut B"
        ),
        Case(
            chosen: [ModuleChoice("E"), ModuleChoice("F"), ModuleChoice("Account")],
            kind: .versions,
            module: "X",
            because: "chosen E; depends E 1.0 A *; depends A 1.0 X <2; chosen F; depends F 1.0 B *; depends B 2.1 X >=2",
            ways: "leaveOut E; leaveOut F"
        ),
        Case(
            chosen: [ModuleChoice("A"), ModuleChoice("X", "2.2")],
            kind: .versions,
            module: "X",
            because: "chosen A; depends A 1.0 X <2; chosen X 2.2",
            ways: "takeVersion X 1.5; freeVersion X; leaveOut A; leaveOut X"
        ),
        Case(
            chosen: [ModuleChoice("Far")],
            kind: .versions,
            module: "X",
            because: "chosen Far; depends Far 1.0 X >=9; available X 2.2, 1.5",
            ways: "leaveOut Far; askForVersion X"
        ),
        Case(
            chosen: [ModuleChoice("Old")],
            kind: .withdrawn,
            module: "Old",
            because: "chosen Old; withdrawn Old 1.0",
            ways: "replace Old X; leaveOut Old"
        ),
        Case(
            chosen: [ModuleChoice("NeedsOld")],
            kind: .withdrawn,
            module: "Old",
            because: "chosen NeedsOld; depends NeedsOld 1.0 Old *; withdrawn Old 1.0",
            ways: "leaveOut NeedsOld; askForVersion Old"
        ),
        Case(
            chosen: [ModuleChoice("Broken")],
            kind: .bad,
            module: "Broken",
            because: "chosen Broken; bad Broken 1.0",
            ways: "leaveOut Broken; askForVersion Broken"
        ),
        Case(
            chosen: [ModuleChoice("New")],
            system: "9.0",
            kind: .minimumOS,
            module: "New",
            because: "chosen New; runsFrom New 1.0 13.0; appRunsFrom 9.0",
            ways: "raiseMinimumOS New 13.0; leaveOut New"
        ),
        Case(
            chosen: [ModuleChoice("Two", "2.0")],
            system: "9.0",
            kind: .minimumOS,
            module: "Two",
            because: "chosen Two 2.0; runsFrom Two 2.0 13.0; appRunsFrom 9.0",
            ways: "takeVersion Two 1.0; freeVersion Two; raiseMinimumOS Two 13.0; leaveOut Two"
        ),
        Case(
            chosen: [ModuleChoice("Gone")],
            system: "9.0",
            kind: .maximumOS,
            module: "Gone",
            because: "chosen Gone; runsTo Gone 1.0 8.4; appRunsFrom 9.0",
            ways: "leaveOut Gone; askForVersion Gone"
        ),
        Case(
            chosen: [ModuleChoice("Lost")],
            kind: .unknownModule,
            module: "Nowhere",
            because: "chosen Lost; depends Lost 1.0 Nowhere ^1",
            ways: "leaveOut Lost; askForVersion Nowhere"
        ),
        Case(
            chosen: [ModuleChoice("Acount")],
            kind: .unknownModule,
            module: "Acount",
            because: "chosen Acount",
            ways: "replace Acount Account; leaveOut Acount"
        ),
        Case(
            chosen: [ModuleChoice("X", "7")],
            kind: .unknownVersion,
            module: "X",
            because: "chosen X 7; available X 2.2, 1.5",
            ways: "takeVersion X 2.2; freeVersion X; leaveOut X"
        ),
        Case(
            chosen: [ModuleChoice("Account"), ModuleChoice("SSO")],
            kind: .excluded,
            module: "SSO",
            because: "chosen Account; chosen SSO; excludes SSO 1.0 Account *",
            ways: "leaveOut Account; leaveOut SSO"
        ),
        Case(
            chosen: [ModuleChoice("X", "1.5"), ModuleChoice("X", "2.2")],
            kind: .versions,
            module: "X",
            because: "chosen X 1.5; chosen X 2.2",
            ways: "takeVersion X 2.2; freeVersion X; takeVersion X 1.5; freeVersion X; leaveOut X"
        ),
    ]

    @Test(arguments: cases.indices) func aClashIsToldInAsFewStepsAsItHasWithWaysThatWork(index: Int) throws {
        let wanted = Self.cases[index]
        let problem = try only(wanted.chosen, from: wanted.system)
        #expect(problem.kind == wanted.kind && problem.level == .blocking && problem.module == wanted.module)
        #expect(plain(problem.because) == wanted.because)
        #expect(plain(problem.waysOut) == wanted.ways)
    }

    @Test func clashesThatHaveNothingToDoWithEachOtherAreAllNamed() {
        let chosen = ["A", "B", "Old", "Account", "SSO", "None"].map { ModuleChoice($0) }
        let resolution = ModuleCatalogue(.ios, versions).resolve(ModuleRequest(chosen: chosen))
        #expect(Set(resolution.problems.map(\.kind)) == [.unknownModule, .versions, .withdrawn, .excluded])
        #expect(resolution.problems.allSatisfy { $0.waysOut.contains { $0.kind == .leaveOut } })
    }

    @Test func whatHoldsForEveryVersionNamesNone() throws {
        let versions = [
            sampleVersion("A", "1.0", needs: ["X": "<2"]), sampleVersion("A", "1.1", needs: ["X": "<2"]), sampleVersion("X", "2.0"),
            sampleVersion("X", "1.0"),
        ]
        let problem = try #require(
            ModuleCatalogue(.ios, versions).resolve(ModuleRequest(chosen: [ModuleChoice("A"), ModuleChoice("X", "2.0")])).problems.first
        )
        #expect(problem.because.map(\.version) == ["", "", ""])
        #expect(plain(problem.because) == "chosen A; depends A X <2; chosen X 2.0")
    }

    @Test func whatNeedsItselfInAnotherVersionCannotBeTaken() throws {
        let versions = [sampleVersion("A", "1.0", needs: ["A": ">=2"])]
        let problem = try #require(ModuleCatalogue(.ios, versions).resolve(ModuleRequest(chosen: [ModuleChoice("A")])).problems.first)
        #expect(plain(problem.because).hasPrefix("chosen A; depends A 1.0 A >=2"))
        #expect(!ModuleCatalogue(.ios, [sampleVersion("A", needs: ["A": "*"])]).resolve(ModuleRequest(chosen: [ModuleChoice("A")])).isBlocked)
    }
}

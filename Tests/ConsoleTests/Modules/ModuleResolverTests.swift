import Testing

@testable import Console

/// What is taken.
@Suite struct ModuleResolverTests {
    private func resolve(
        _ versions: [ModuleVersion],
        _ chosen: [ModuleChoice],
        preferred: [String: String] = [:],
        from system: String? = nil
    ) -> ModuleResolution {
        ModuleCatalogue(.ios, versions).resolve(ModuleRequest(chosen: chosen, preferred: preferred, minimumOS: system))
    }

    @Test func whatIsChosenComesWithAllThatItNeedsAndNothingElse() {
        let versions = [
            sampleVersion("MPHttpClient", needs: ["mPaaS": "*", "MPZipKit": ">=1"]), sampleVersion("MPZipKit"), sampleVersion("mPaaS"),
            sampleVersion("MPOther", needs: ["mPaaS": "*"]),
        ]
        let resolution = resolve(versions, [ModuleChoice("MPHttpClient")])
        #expect(plain(resolution) == "MPZipKit 1.0, mPaaS 1.0, MPHttpClient 1.0")
        #expect(resolution.modules.map(\.direct) == [false, false, true])
        #expect(resolution.modules.map(\.requiredBy) == [["MPHttpClient"], ["MPHttpClient"], []])
        #expect(resolution.modules.map(\.path) == [["MPHttpClient", "MPZipKit"], ["MPHttpClient", "mPaaS"], ["MPHttpClient"]])
        #expect(resolution.problems.isEmpty)
    }

    @Test func thePathIsTheShortestOfSeveral() {
        let versions = [
            sampleVersion("A", needs: ["B": "*"]), sampleVersion("B", needs: ["C": "*"]), sampleVersion("C"), sampleVersion("D", needs: ["C": "*"]),
        ]
        let resolution = resolve(versions, [ModuleChoice("A"), ModuleChoice("D")])
        #expect(resolution.modules.first { $0.version.module == "C" }?.path == ["D", "C"])
        #expect(resolution.modules.first { $0.version.module == "C" }?.requiredBy == ["B", "D"])
    }

    @Test func nothingChosenIsNothing() {
        let resolution = resolve([sampleVersion("A")], [])
        #expect(resolution.modules.isEmpty && !resolution.isBlocked)
    }

    @Test(
        arguments: [
            ([ModuleChoice("A")], [:], "A 3.0"),
            ([ModuleChoice("A", "1.0")], [:], "A 1.0"),
            ([ModuleChoice("A", "2")], [:], "A 2.0"),
            ([ModuleChoice("A")], ["A": "2.0"], "A 2.0"),
            ([ModuleChoice("A", "1.0")], ["A": "2.0"], "A 1.0"),
            ([ModuleChoice("A")], ["A": "0.9"], "A 3.0"),
            ([ModuleChoice("A")], ["A": "5.0"], "A 3.0"),
            ([ModuleChoice("A", "4.0-beta.1")], [:], "A 4.0-beta.1"),
        ] as [([ModuleChoice], [String: String], String)]
    )
    func theVersionIsTheOneThatWasAskedForThenTheBaselinesThenTheNewest(chosen: [ModuleChoice], preferred: [String: String], expected: String) {
        let versions = [
            sampleVersion("A", "4.0-beta.1"), sampleVersion("A", "3.0"), sampleVersion("A", "2.0"), sampleVersion("A", "1.0"),
            sampleVersion("A", "0.9", state: .withdrawn), sampleVersion("A", "5.0", bad: true), sampleVersion("A", "3.5", state: .deprecated),
        ]
        #expect(plain(resolve(versions, chosen, preferred: preferred)) == expected)
    }

    @Test func aBetaIsTakenWhereThereIsNothingElse() {
        #expect(plain(resolve([sampleVersion("A", "1.0-beta.1"), sampleVersion("A", "1.0-beta.2")], [ModuleChoice("A")])) == "A 1.0-beta.2")
        #expect(plain(resolve([sampleVersion("A", "2.0-rc"), sampleVersion("A", "1.0", state: .withdrawn)], [ModuleChoice("A")])) == "A 2.0-rc")
    }

    @Test func aDeprecatedVersionIsTakenWhenNoCurrentOneFits() {
        let versions = [sampleVersion("A", needs: ["X": "<2"]), sampleVersion("X", "2.0"), sampleVersion("X", "1.0", state: .deprecated)]
        let resolution = resolve(versions, [ModuleChoice("A")])
        #expect(plain(resolution) == "X 1.0, A 1.0")
        #expect(!resolution.isBlocked && resolution.problems.map(\.kind) == [.deprecated])
    }

    @Test func anOlderVersionIsTakenWhenTheNewestDoesNotFit() {
        let versions = [
            sampleVersion("A", "2.0", needs: ["X": ">=2"]), sampleVersion("A", "1.0", needs: ["X": "*"]), sampleVersion("B", needs: ["X": "<2"]),
            sampleVersion("X", "2.0"), sampleVersion("X", "1.0"),
        ]
        #expect(plain(resolve(versions, [ModuleChoice("A"), ModuleChoice("B")])) == "X 1.0, A 1.0, B 1.0")
    }

    @Test func theOldestSystemOfTheAppDecidesBetweenVersions() {
        let versions = [
            sampleVersion("A", "2.0", from: "13.0"), sampleVersion("A", "1.0", from: "9.0"), sampleVersion("A", "0.5", from: "6.0", to: "8.4"),
        ]
        #expect(plain(resolve(versions, [ModuleChoice("A")], from: "9")) == "A 1.0")
        #expect(plain(resolve(versions, [ModuleChoice("A")], from: "13.0")) == "A 2.0")
        #expect(plain(resolve(versions, [ModuleChoice("A")], from: "8")) == "A 0.5")
        #expect(plain(resolve(versions, [ModuleChoice("A")])) == "A 2.0")
    }

    @Test func anExclusionHoldsInBothDirectionsAndOnlyForItsVersions() {
        let versions = [sampleVersion("A", not: ["B": ">=2"]), sampleVersion("B", "2.0"), sampleVersion("B", "1.0")]
        #expect(plain(resolve(versions, [ModuleChoice("A"), ModuleChoice("B")])) == "A 1.0, B 1.0")
        let turned = [sampleVersion("B", not: ["A": ">=2"]), sampleVersion("A", "2.0"), sampleVersion("A", "1.0")]
        #expect(plain(resolve(turned, [ModuleChoice("A"), ModuleChoice("B")])) == "A 1.0, B 1.0")
    }

    @Test func modulesThatNeedEachOtherStillComeInAnOrder() {
        let versions = [sampleVersion("A", needs: ["B": "*"]), sampleVersion("B", needs: ["C": "*"]), sampleVersion("C", needs: ["B": "*"])]
        #expect(plain(resolve(versions, [ModuleChoice("A")])) == "C 1.0, B 1.0, A 1.0")
    }

    @Test func manyVersionsOfAModuleAreNoMatter() {
        let many = (1...200).map { sampleVersion("A", "1.\($0)") }
        #expect(plain(resolve(many + [sampleVersion("B", needs: ["A": "<=1.70"])], [ModuleChoice("B")])) == "A 1.70, B 1.0")
        #expect(plain(resolve(many, [ModuleChoice("A", "1.3")])) == "A 1.3")
    }

    @Test func theOrderOfTheQuestionAndOfTheCatalogueDoesNotMatter() {
        let versions = (0..<40).flatMap { index in
            (1...3).map {
                sampleVersion("M\(index)", "\($0).0", needs: index < 36 ? ["M\(index + 1)": ">=\($0 % 2 + 1)", "M\(index + 3)": "*"] : [:])
            }
        }
        let chosen = ["M3", "M0", "M17"].map { ModuleChoice($0) }
        let first = resolve(versions, chosen)
        #expect(!first.modules.isEmpty)
        for _ in 0..<5 {
            let again = resolve(versions.shuffled(), chosen.shuffled() + [chosen[1]])
            #expect(plain(again) == plain(first))
            #expect(again.modules.map(\.path) == first.modules.map(\.path))
            #expect(again.problems == first.problems)
        }
    }
}

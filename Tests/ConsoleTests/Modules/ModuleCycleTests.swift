import Testing

@testable import Console

@Suite struct ModuleCycleTests {
    private let catalogue = ModuleCatalogue(
        .ios,
        [
            sampleVersion("A"), sampleVersion("B", needs: ["C": "*"]), sampleVersion("C", needs: ["D": "*", "E": "*"]),
            sampleVersion("D", needs: ["A": "*"]),
            sampleVersion("E", "1.0", needs: ["A": "*"], state: .withdrawn), sampleVersion("E", "2.0"),
        ]
    )

    @Test(arguments: [
        (["B": "*"], ["A", "B", "C", "D", "A"]), (["B": "*", "C": "*"], ["A", "C", "D", "A"]), (["A": "*"], ["A", "A"]), (["A": ">=9"], ["A", "A"]),
    ])
    func aWayBackToItselfIsFoundAndIsTheShortest(needs: [String: String], expected: [String]) {
        #expect(catalogue.cycle(adding: sampleVersion("A", "2.0", needs: needs)) == expected)
    }

    @Test func whatIsWithdrawnAndWhatIsUnknownLeadNowhere() {
        #expect(catalogue.cycle(adding: sampleVersion("A", "2.0", needs: ["E": "*", "Nowhere": "*"])) == nil)
        #expect(catalogue.cycle(adding: sampleVersion("New", needs: ["B": "*"])) == nil)
    }

    @Test func versionsAreNewestFirstAndFoundBySpellingsThatAreEqual() {
        let catalogue = ModuleCatalogue(
            .ios,
            ["1.9", "1.10", "1.10-beta", "2.0.0"].map { sampleVersion("A", $0) } + [sampleVersion("A", "3.0", platform: .android)]
        )
        #expect(catalogue.versions(of: "A").map(\.version) == ["2.0.0", "1.10", "1.10-beta", "1.9"])
        #expect(catalogue.version("2.0", of: "A")?.version == "2.0.0")
        #expect(catalogue.version("3.0", of: "A") == nil && catalogue.version("", of: "A") == nil)
        #expect(catalogue.versions(of: "a").isEmpty)
    }
}

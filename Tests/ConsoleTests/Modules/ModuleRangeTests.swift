import Testing

@testable import Console

@Suite struct ModuleRangeTests {
    @Test(arguments: [
        ("*", "0.1 1.0 9-beta", ""), ("1.2", "1.2 1.2.0", "1.2.1 1.1 1.2-beta"), ("=1.2", "1.2.0", "1.3"), ("==1.2", "1.2", "1.20"),
        (">=1.2 <2", "1.2 1.9.9 2.0-beta", "1.1.9 2.0 2"), (">=1.2, <2", "1.2", "2"), (">1.2", "1.2.1 1.10", "1.2 1.2.0"),
        ("<=1.2", "1.2 0.9", "1.2.1"),
        ("^1.2", "1.2 1.99", "1.1 2.0 2.0-beta 2.0.0-0"), ("^0.3", "0.3 0.3.9", "0.4 1.0 0.2"), ("^0.0.3", "0.0.3", "0.0.4"),
        ("^1", "1.0 1.9", "2 0.9"), ("^0", "0.5", "1.0"),
        ("~>1.2", "1.2 1.9", "2.0 1.1"), ("~>1.2.3", "1.2.3 1.2.9", "1.3 1.2.2"), ("~1.2.3", "1.2.4", "1.3.0"), ("~>1", "1.5", "2"),
        ("1.2.*", "1.2 1.2.7", "1.20 1.3"), ("1.*", "1.0 1.9", "2.0"), ("<1 || >=2", "0.9 2.0", "1.0 1.9"), ("1.0||1.1", "1.0 1.1", "1.2"),
        (">=1.0-beta.2", "1.0-beta.2 1.0-beta.10 1.0", "1.0-beta.1"), ("  >= 1.2  ", "1.2", "1.1"),
    ])
    func aRangeHoldsWhatTheTableSays(text: String, inside: String, outside: String) throws {
        let range = try #require(ModuleRange(text))
        #expect(range.text == text)
        for version in inside.split(separator: " ") { #expect(range.contains(RolloutVersion(String(version))), "\(version)") }
        for version in outside.split(separator: " ") { #expect(!range.contains(RolloutVersion(String(version))), "\(version)") }
    }

    @Test(arguments: [
        "", " ", "latest", ">=", "1.2 ||", "|| 1", ">*", "^*", "1.2.", "^1.2.*", ">=1.2 nonsense", "1.2;3", "1..2", "<script>",
        String(repeating: "1 ", count: 200),
    ])
    func nonsenseIsNoRange(text: String) {
        #expect(ModuleRange(text) == nil)
    }

    @Test func twoRangesMayExcludeEachOther() throws {
        let range = try #require(ModuleRange(">=2 <1"))
        #expect(["0.5", "1.0", "1.5", "2.0", "3.0"].allSatisfy { !range.contains(RolloutVersion($0)) })
    }

    @Test func aNumberThatDoesNotFitIsNoCrash() throws {
        let huge = String(repeating: "9", count: 40)
        #expect(try #require(ModuleRange("^\(huge)")).contains(RolloutVersion("1.0")) == false)
        #expect(try #require(ModuleRange(">=\(huge)")).contains(RolloutVersion(huge)))
    }
}

import Testing

@testable import Console

struct RolloutVersionTests {
    /// Each before the next, whatever they look like.
    private static let ascending = [
        "", "???", "abc", "0", "0.9", "1.0-alpha", "1.0-alpha.1", "1.0-alpha.beta", "1.0-beta", "1.0-beta.2", "1.0-beta.11", "1.0-rc.1", "1.0", "1.2",
        "1.9", "1.10", "1.10.0.1", "2.0.0", "10.0", "10.1.60.5-snapshot", "10.1.60.5", "10.1.60.180903204500", "10.2",
        "99999999999999999999999999",
    ]

    @Test func theOrderIsTotal() {
        let versions = Self.ascending.map { RolloutVersion($0) }
        for (place, version) in versions.enumerated() {
            #expect(versions[..<place].allSatisfy { $0 < version && !(version < $0) && $0 != version }, "\(version.text)")
            #expect(version == RolloutVersion(version.text))
        }
    }

    @Test(arguments: [
        ("1.2", "1.2.0"), ("1", "1.0.0.0"), ("v1.2", "1.2"), ("iOS 9.3", "9.3"), ("1.2beta2", "1.2-beta.2"), ("1.2.0(45)", "1.2.0"),
        ("1.0+5", "1.0+6"),
        ("01.02", "1.2"), ("1.2-BETA", "1.2-beta"), ("1.2.", "1.2"), ("1..2", "1.0.2"),
    ])
    func someAreWrittenDifferently(left: String, right: String) {
        #expect(RolloutVersion(left) == RolloutVersion(right))
    }

    @Test(arguments: [
        (">=1.2 <2.0", ["1.2", "1.2.0", "1.10", "1.99.99"], ["1.1.9", "2.0", "2.0.0", "1.2-beta", "", "abc"]),
        ("1.0-1.9", ["1.0", "1.5.3", "1.9", "1.9.0"], ["0.9", "1.9.1", "1.10"]),
        ("1.0 ~ 1.9", ["1.0", "1.9"], ["1.10"]),
        ("1.2", ["1.2", "1.2.0"], ["1.2.1", "1.20"]),
        ("=1.2-beta", ["1.2-beta", "1.2beta"], ["1.2"]),
        ("1.2.*", ["1.2", "1.2.9", "1.2.9.9"], ["1.3", "1.20", "12.2"]),
        ("> 1.2", ["1.2.1", "3"], ["1.2", "1.2.0"]),
        ("<=1.2", ["1.2", "1.2-rc", "0"], ["1.2.1", "?"]),
        ("≥10", ["10", "11.4"], ["9.3.3"]),
    ])
    func rangesHoldWhatTheySay(range: String, inside: [String], outside: [String]) throws {
        let versions = try #require(RolloutVersions([range]))
        #expect(inside.filter { !versions.contains(RolloutVersion($0)) } == [])
        #expect(outside.filter { versions.contains(RolloutVersion($0)) } == [])
    }

    @Test func ofAListAnyItemIsEnough() throws {
        let versions = try #require(RolloutVersions(["1.0", ">=2.1 <2.3", "3.*"]))
        #expect(["1.0.0", "2.2", "3.7"].allSatisfy { versions.contains(RolloutVersion($0)) })
        #expect(!["1.1", "2.3", "4"].contains { versions.contains(RolloutVersion($0)) })
    }

    @Test(arguments: [[], [""], ["abc"], [">"], [">=1.2 2.0"], ["1.2", ">=x"], ["1 2"], ["!=1.2"], [">=1.2 && <2"]])
    func whatCannotBeReadIsNoRange(items: [String]) {
        #expect(RolloutVersions(items) == nil)
    }
}

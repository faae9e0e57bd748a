import Foundation
import Testing

@testable import Console

struct RolloutRuleTests {
    private let device = RolloutDevice(
        platform: .ios,
        version: "1.10.2",
        device: "d3538",
        user: "Li",
        model: "iPhone10,2",
        osVersion: "15.2",
        network: "WIFI",
        channel: "AppStore",
        city: "杭州"
    )

    private func holds(_ condition: RolloutCondition?) throws -> Bool {
        RolloutRule(conditions: [try #require(condition)]).matches(device)
    }

    @Test func eachElementIsLookedAt() throws {
        #expect(try holds(.words(.platform, ["ios"])))
        #expect(try !holds(.words(.platform, ["android"])))
        #expect(try holds(.versions(.version, [">=1.9"])))
        #expect(try !holds(.versions(.version, ["<1.10"])))
        #expect(try holds(.versions(.osVersion, ["15.*"])))
        #expect(try !holds(.versions(.osVersion, ["16"])))
        #expect(try holds(.words(.model, ["iphone10,2", "other"])))
        #expect(try holds(.words(.network, ["wifi"])))
        #expect(try holds(.words(.channel, ["appstore"])))
        #expect(try holds(.words(.city, ["杭州", "上海"])))
        #expect(try holds(.words(.device, ["d3538"])))
        #expect(try holds(.share(RolloutShare(percentage: 10, salt: "edge"))))
        #expect(try !holds(.share(RolloutShare(percentage: 9.99, salt: "edge"))))
    }

    @Test func usersAreComparedExactly() throws {
        #expect(try holds(.words(.user, ["Li"])))
        #expect(try !holds(.words(.user, ["li"])))
    }

    @Test func othersCanBeShutOut() throws {
        #expect(try !holds(.words(.city, ["杭州"], inside: false)))
        #expect(try holds(.words(.city, ["上海"], inside: false)))
        #expect(try !holds(.versions(.version, ["1.*"], inside: false)))
        #expect(try holds(.versions(.version, ["2.*"], inside: false)))
    }

    @Test func whatIsNotKnownFulfilsNothing() throws {
        let unknown = RolloutDevice(platform: .ios, version: "-", user: "", city: "-")
        let conditions: [RolloutCondition] = [
            .words(.user, ["", "-"]), .words(.city, ["x"], inside: false), try #require(.versions(.version, ["<9"])),
            try #require(.versions(.version, ["9"], inside: false)), .share(RolloutShare(percentage: 100, salt: "s")),
        ]
        #expect(conditions.filter { $0.holds(for: unknown) } == [])
    }

    @Test func aRuleWithoutConditionsIsForAll() {
        #expect(RolloutRule(conditions: []).matches(device))
        #expect(RolloutRule(conditions: []).matches(RolloutDevice(platform: .harmony)))
    }

    @Test func theTraceNamesWhatFailed() throws {
        let rule = RolloutRule(conditions: [
            .words(.platform, ["ios"]), try #require(.versions(.version, [">=2.0"])), .share(RolloutShare(percentage: 9.5, salt: "edge")),
        ])
        let trace = rule.trace(device)
        #expect(trace.map(\.holds) == [true, false, false])
        #expect(trace.map(\.element) == [.platform, .version, .percentage])
        #expect(trace.map(\.wanted) == ["ios", ">=2.0", "9.5%"])
        #expect(trace.map(\.found) == ["ios", "1.10.2", "9.99%"])
        #expect(trace.map(\.test) == [.oneOf, .within, .share])
        #expect(rule.trace(RolloutDevice(platform: .ios)).map(\.found) == ["ios", "", ""])
    }

    /// What Unleash's specifications 03 and 10 ask of any bucket: 100 is everybody, 0 nobody, and who has no id is not in.
    @Test func theEndsOfAPercentageAreAsElsewhere() {
        let ids = ["122", "123", "155", "174", "499", "25", "147"]
        #expect(ids.allSatisfy(RolloutShare(percentage: 100, salt: "AB12A").contains))
        #expect(!ids.contains(where: RolloutShare(percentage: 0, salt: "AB12A").contains))
        #expect(!RolloutShare(percentage: 55, salt: "Feature.flexibleRollout.userId.55").contains(""))
    }

    @Test(arguments: [
        ("a, b；c，d\n\n e ", ["a", "b", "c", "d", "e"]), ("iPhone10,2,iPhone9,1, iPad6,11", ["iPhone10,2", "iPhone9,1", "iPad6,11"]),
        ("MI 8,2014813", ["MI 8", "2014813"]), ("  ", []), (">=1.2 <2.0, 3.1", [">=1.2 <2.0", "3.1"]),
    ])
    func wordsAreSplitAsPeopleWriteThem(text: String, words: [String]) {
        #expect(RolloutWords(text: text).items == words)
    }

    @Test(arguments: [#"">=1.2, 3""#, #"[">=1.2","3"]"#])
    func wordsGoOutAsTheyCameIn(json: String) throws {
        let words = try JSONDecoder().decode(RolloutWords.self, from: Data(json.utf8))
        #expect(words.items == [">=1.2", "3"])
        #expect(String(decoding: try JSONEncoder().encode(words), as: UTF8.self) == json)
        #expect(words == RolloutWords([">=1.2", "3"]))
    }

    @Test(arguments: ["[1]", "true", #"{"a":1}"#])
    func whatAreNoWordsIsRefused(json: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(RolloutWords.self, from: Data(json.utf8)) }
    }
}

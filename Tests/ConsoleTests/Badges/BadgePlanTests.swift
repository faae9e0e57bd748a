import Foundation
import Testing
import Web

@testable import Console

@Suite struct BadgePlanTests {
    private let now = Date(timeIntervalSince1970: 1_795_228_800)

    private func plan(_ json: String) throws -> BadgePlan {
        let new = try JSONDecoder().decode(NewBadge.self, from: Data(json.utf8))
        return try BadgePlan(new, zone: try #require(TimeZone(identifier: "Asia/Shanghai")), at: now)
    }

    private func rejected(_ json: String) -> [String] {
        do {
            _ = try plan(json)
            return []
        } catch {
            return ((error as? Problem)?.rejections ?? []).map { "\($0.field) \($0.message.key)" }
        }
    }

    @Test func aDotCountsOneUnlessItSays() throws {
        #expect(try plan(##"{"badgeId":"#A","style":"point","audience":"all"}"##).numbers == BadgeNumbers(temporary: 1, persistent: 0))
        let persistent = ##"{"badgeId":"#A","style":"num","persistentNumber":3,"audience":{"users":["u"]}}"##
        #expect(try plan(persistent).numbers == BadgeNumbers(temporary: 0, persistent: 3))
    }

    @Test func aDayIsIncludedAndTimesAreOfTheZone() throws {
        let day = try plan(##"{"badgeId":"#A","style":"new","audience":"all","expiresAt":"2026-11-30"}"##)
        #expect(day.expiresAt == (try Date("2026-11-30T16:00:00Z", strategy: .iso8601)))
        let exact = try plan(##"{"badgeId":"#A","style":"new","audience":"all","expiresAt":"2026-11-30T18:00:00+02:00"}"##)
        #expect(exact.expiresAt == (try Date("2026-11-30T16:00:00Z", strategy: .iso8601)))
    }

    @Test(arguments: [
        (##"{"badgeId":"A","style":"point","audience":"all"}"##, "badgeId badges.badgeId.invalid"),
        (##"{"badgeId":"#A","style":"num","number":0,"audience":"all"}"##, "number badges.number.zero"),
        (##"{"badgeId":"#A","style":"point","number":0,"audience":"all"}"##, "number badges.number.nothing"),
        (##"{"badgeId":"#A","style":"num","number":10000,"audience":"all"}"##, "number badges.number.range"),
        (##"{"badgeId":"#A","style":"num","number":-1,"audience":"all"}"##, "number badges.number.range"),
        (
            ##"{"badgeId":"#A","style":"num","persistentNumber":9223372036854775807,"audience":{"users":["u"]}}"##,
            "persistentNumber badges.number.range"
        ),
        (##"{"badgeId":"#A","style":"num","persistentNumber":1,"audience":"all"}"##, "expiresAt badges.persistent.forever"),
        (##"{"badgeId":"#A","style":"new","audience":"all","expiresAt":"2020-01-01"}"##, "expiresAt badges.expiresAt.past"),
        (##"{"badgeId":"#A","style":"new","audience":"all","expiresAt":"2030-01-01"}"##, "expiresAt badges.expiresAt.far"),
        (##"{"badgeId":"#A","style":"new","audience":"all","expiresAt":"soon"}"##, "expiresAt moment.unreadable"),
        (##"{"badgeId":"#A","style":"new","audience":{}}"##, "audience badges.audience.one"),
        (##"{"badgeId":"#A","style":"new","audience":{"all":true,"users":["u"]}}"##, "audience badges.audience.one"),
        (##"{"badgeId":"#A","style":"new","audience":{"users":[]}}"##, "audience.users badges.audience.count"),
        (##"{"badgeId":"#A","style":"new","audience":{"users":["\t"]}}"##, "audience.users badges.audience.count"),
        (##"{"badgeId":"#A","style":"new","audience":{"devices":["a b"]}}"##, "audience.devices badges.audience.devices.bad"),
        (##"{"badgeId":"#A","style":"new","audience":{"rules":{}}}"##, "audience.rules badges.audience.rules.none"),
        (
            ##"{"badgeId":"#A","style":"new","audience":{"rules":{"versions":["latest"]}}}"##,
            "audience.rules.versions badges.audience.rules.versions.bad"
        ),
        (
            ##"{"badgeId":"#A","style":"new","audience":{"rules":{"percentage":0}}}"##,
            "audience.rules.percentage badges.audience.rules.percentage.range"
        ),
        (
            ##"{"badgeId":"#A","style":"new","audience":{"rules":{"percentage":100.001}}}"##,
            "audience.rules.percentage badges.audience.rules.percentage.range"
        ),
    ])
    func whatNoDeviceCouldShowOrClearIsRefused(json: String, reason: String) {
        #expect(rejected(json) == [reason])
    }

    @Test func everythingWrongIsSaidAtOnce() {
        let json = ##"{"badgeId":"","style":"num","number":-1,"audience":{},"expiresAt":"soon"}"##
        #expect(rejected(json).map { $0.split(separator: " ")[0] } == ["badgeId", "number", "audience", "expiresAt"])
    }

    @Test func atMostAThousandNamesEachOnce() throws {
        let names = (0..<1_000).map { "u\($0)" } + ["u1", " u2 "]
        let audience = try JSONDecoder().decode(NewBadgeAudience.self, from: JSONEncoder().encode(["users": names]))
        #expect(try audience.resolved().users?.count == 1_000)
        let more = try JSONDecoder().decode(NewBadgeAudience.self, from: JSONEncoder().encode(["users": names + ["one more"]]))
        #expect(throws: Problem.self) { try more.resolved() }
    }

    @Test func modelsWithACommaStayOneWord() throws {
        let json = ##"{"badgeId":"#A","style":"new","audience":{"rules":{"models":["iPhone10","2"]}}}"##
        #expect(try plan(json).audience.rules?.models == ["iPhone10,2"])
    }
}

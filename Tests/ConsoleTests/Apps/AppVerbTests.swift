import Foundation
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// What two people at once, or a process that ended in the middle, must not break.
struct AppVerbTests {
    private let actor = AccountsFixture.actor

    @Test func onlyOneOfTwoAtOnceHasItsWay() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let apps = console.server.apps
            let kinds = await withTaskGroup(of: Problem.Kind?.self) { group in
                for _ in 0..<2 {
                    group.addTask { await problem { try await apps.addPlatform(.android, to: "demo", by: actor) }?.kind }
                    group.addTask { await problem { try await apps.archive("demo", by: actor) }?.kind }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(kinds.filter { $0 == nil }.count == 2)
            #expect(kinds.filter { $0 == .conflict }.count == 2)
            #expect(apps.index.app("demo")?.platforms.count == 2)
            #expect(apps.index.app("demo")?.archivedAt != nil)
        }
    }

    @Test func anOlderReadingOfTheAppsIsNotKept() {
        let index = AppIndex()
        let before = index.version
        index.replace([], at: 2, since: before)
        index.replace([.sample], at: 1, since: before)
        #expect(index.all.isEmpty)
    }

    @Test func aDeletionThatWasCutShortCanBeAskedForAgain() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let apps = console.server.apps
            struct Cut: Error {}
            await #expect(throws: Cut.self) { try await apps.delete("demo", confirming: "demo", erasing: { _ in throw Cut() }, by: actor) }
            #expect(apps.index.door(productID: try apps.platform(.ios, of: "demo").logProductId) == nil)
            try await apps.delete("demo", confirming: "demo", erasing: console.server.eraseTraces(of:), by: actor)
            #expect(apps.index.app("demo") == nil)
            await #expect(throws: Problem.notFound) { try await apps.delete("demo", confirming: "demo", erasing: { _ in }, by: actor) }
        }
    }

    @Test func aMistakeInOnePlatformLeavesTheOthersAsTheyWere() async throws {
        try await TestConsole.run { console in
            try await console.makeApp(platforms: ["ios", "android"])
            let answer = try await console.submit(
                "/apps/demo/first-version",
                [
                    ("ios.bundleId", "com.example.demo"), ("ios.repositoryType", ""), ("ios.repositoryAddress", ""),
                    ("android.bundleId", "no good"), ("android.repositoryType", ""), ("android.repositoryAddress", ""),
                ]
            )
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("href=\"#field-android.bundleId\""))
            #expect(try console.server.apps.platform(.ios, of: "demo").bundleId.isEmpty)
        }
    }

    @Test func aListGoesOnBehindAnAppThatIsGone() async throws {
        try await TestConsole.run { console in
            for name in ["Aa", "Bb", "Cc"] { try await console.makeApp(name) }
            let first = try await console.api(.get, "/apps?limit=2").json(List<App>.self)
            let cursor = try #require(first.next.value)
            #expect(try await console.submit("/apps/bb/deletion", [("confirm", "bb")]).status == .seeOther)
            let second = try await console.api(.get, "/apps?limit=2&cursor=\(cursor)").json(List<App>.self)
            #expect(second.items.map(\.id) == ["cc"])
            #expect(second.next.value == nil)
        }
    }

    @Test func namesAreKeptWithoutTheSpacesAroundThem() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.submit("/apps/demo/details", [("name", "  掌上 \n"), ("zone", "Asia/Shanghai")]).status == .seeOther)
            #expect(try console.server.apps.app("demo").name == "掌上")
            #expect(try await console.submit("/apps/demo/details", [("name", " \t "), ("zone", "Asia/Shanghai")]).status == .unprocessableContent)
        }
    }
}

extension App {
    fileprivate static let sample = App(
        id: "old",
        name: "Old",
        englishName: "Old",
        createdAt: Date(timeIntervalSince1970: 0),
        platforms: [],
        zone: "GMT",
        archivedAt: nil,
        demo: false
    )
}

import Foundation
import HTTPTypes
import HummingbirdTesting
import Storage
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct ModuleBaselineTests {
    private struct Made: Decodable {
        let baseline: Item
        let leftOut: [String]
    }

    private struct Item: Decodable {
        let platform: String
        let name: String
        let notes: ModuleText
        let entries: [ModuleBaselineEntry]
        let createdBy: String
    }

    private struct Items: Decodable {
        let items: [Item]
        let next: String?
        let total: Int
    }

    private struct Difference: Decodable {
        struct Change: Decodable {
            let module: String
            let from: String
            let to: String
            let raised: Bool
        }
        let from: String
        let to: String
        let added: [ModuleBaselineEntry]
        let removed: [ModuleBaselineEntry]
        let changed: [Change]
        let same: Int
    }

    private static let versions = [
        sampleVersion("mPaaS", "1.0.0"), sampleVersion("mPaaS", "1.0.1"), sampleVersion("MPLog", "1.0.0", needs: ["mPaaS": ">=1.0"]),
        sampleVersion("MPHttp", "1.0.0", needs: ["MPLog": "*"]), sampleVersion("MPHttp", "2.0.0", needs: ["MPLog": "*", "mPaaS": ">=1.0.1"]),
        sampleVersion("Old", state: .withdrawn), sampleVersion("Broken", bad: true), sampleVersion("SSO", not: ["Account": "*"]),
        sampleVersion("Account"),
        sampleVersion("mPaaS", "1.0.0", platform: .android),
    ]

    private func run(_ test: @escaping @Sendable (TestConsole) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.stock(Self.versions)
            try await test(console)
        }
    }

    private func entries(_ list: [(String, String)]) -> String {
        "[" + list.map { #"{"module":"\#($0.0)","version":"\#($0.1)"}"# }.joined(separator: ",") + "]"
    }

    private func freeze(_ console: TestConsole, _ name: String, _ list: [(String, String)], platform: String = "ios") async throws -> TestResponse {
        try await console.api(.post, "/baselines", #"{"platform":"\#(platform)","name":"\#(name)","entries":\#(entries(list))}"#)
    }

    @Test func aScriptFreezesListsReadsComparesAndDeletes() async throws {
        try await run { console in
            let made = try await freeze(console, "1.0.0", [("MPLog", "1.0"), ("mPaaS", "1.0.0"), ("MPHttp", "1.0.0")])
            #expect(made.status == .created)
            #expect(made.headers[.location] == "/api/v1/baselines/ios/1.0.0")
            #expect(try made.json(Made.self).baseline.entries.map { "\($0.module) \($0.version)" } == ["MPHttp 1.0.0", "MPLog 1.0.0", "mPaaS 1.0.0"])
            console.clock.advance(by: 60)
            #expect(try await freeze(console, "1.0.1", [("MPLog", "1.0.0"), ("mPaaS", "1.0.1"), ("SSO", "1.0")]).status == .created)
            console.clock.advance(by: 60)
            #expect(try await freeze(console, "1.0.0", [("mPaaS", "1.0.0")], platform: "android").status == .created)

            let all = try await console.api(.get, "/baselines?limit=2").json(Items.self)
            #expect(all.total == 3 && all.items.map { "\($0.platform) \($0.name)" } == ["android 1.0.0", "ios 1.0.1"])
            let next = try #require(all.next)
            #expect(try await console.api(.get, "/baselines?limit=2&cursor=\(next)").json(Items.self).items.map(\.name) == ["1.0.0"])
            #expect(try await console.api(.get, "/baselines?platform=ios").json(Items.self).items.map(\.name) == ["1.0.1", "1.0.0"])
            #expect(try await console.api(.get, "/baselines/ios/1.0.1").json(Item.self).entries.count == 3)

            let difference = try await console.api(.get, "/baselines/ios/1.0.1/difference?from=1.0.0").json(Difference.self)
            #expect(difference.added.map(\.module) == ["SSO"] && difference.removed.map(\.module) == ["MPHttp"] && difference.same == 1)
            #expect(difference.changed.map { "\($0.module) \($0.from) \($0.to) \($0.raised)" } == ["mPaaS 1.0.0 1.0.1 true"])
            let back = try await console.api(.get, "/baselines/ios/1.0.0/difference?from=1.0.1").json(Difference.self)
            #expect(back.changed.map(\.raised) == [false])
            #expect(try await console.api(.get, "/baselines/ios/1.0.1/difference").json(Difference.self).from == "1.0.0")
            #expect(try await console.api(.get, "/baselines/ios/1.0.1/difference?from=9").status == .unprocessableContent)

            #expect(try await console.api(.delete, "/baselines/ios/1.0.1").status == .noContent)
            for path in ["ios/1.0.1", "windows/1.0.0", "ios/none"] {
                #expect(try await console.api(.get, "/baselines/\(path)").status == .notFound, "\(path)")
            }
            #expect(try await console.api(.delete, "/baselines/ios/1.0.1").status == .notFound)
        }
    }

    @Test func anOperatorDoesTheSameWithPages() async throws {
        try await run { console in
            #expect(try await console.page("/baselines").text.contains("还没有基线"))
            let form = try await console.page("/baselines/new?platform=android&modules=mPaaS%201.0.0", language: "en")
            #expect(form.text.contains("mPaaS 1.0.0</textarea>") && form.text.contains("value=\"android\" selected"))
            let fields = [("platform", "ios"), ("name", "1.0.0"), ("notes.zh", "第一条"), ("notes.en", ""), ("from", "entries")]
            let made = try await console.submit("/baselines", fields + [("modules", "MPLog 1.0.0\r\n\r\n  mPaaS\t1.0.0 \r\n")])
            #expect(made.status == .seeOther && made.headers[.location] == "/baselines/ios/1.0.0")
            let page = try await console.page("/baselines/ios/1.0.0")
            #expect(page.text.contains("第一条") && page.text.contains("/modules/MPLog/versions/ios/1.0.0"))
            #expect(try await console.page("/baselines/ios/1.0.0/difference").text.contains("没有别的基线"))
            #expect(try await console.page("/baselines?platform=harmony").text.contains("这个平台还没有基线"))
            console.clock.advance(by: 60)
            let newest = try await console.submit(
                "/baselines",
                [("platform", "ios"), ("name", "2"), ("notes.zh", ""), ("notes.en", ""), ("from", "newest")]
            )
            #expect(newest.headers[.location] == "/baselines/ios/2")
            let difference = try await console.page("/baselines/ios/2/difference?from=1.0.0", language: "en").text
            #expect(difference.contains("<del>1.0.0</del> → <ins>1.0.1</ins>") && difference.contains("MPHttp 2.0.0"))
            #expect(try await console.submit("/baselines/ios/2/deletion", []).status == .seeOther)
            #expect(try await console.page("/baselines/ios/2").status == .notFound)
        }
    }

    @Test func theNewestOfAllLeavesOutWhatDoesNotFit() async throws {
        try await run { console in
            let made = try await console.api(.post, "/baselines", #"{"platform":"ios","name":"all","from":"newest"}"#).json(Made.self)
            #expect(made.baseline.entries.map { "\($0.module) \($0.version)" } == ["Account 1.0", "MPHttp 2.0.0", "MPLog 1.0.0", "mPaaS 1.0.1"])
            #expect(made.leftOut == ["SSO"])
        }
    }

    @Test(
        arguments: [
            ("1.0.0", [("Nowhere", "1.0")], "/entries/0/module", "no module Nowhere"),
            ("1.0.0", [("mPaaS", "9")], "/entries/0/version", "1.0.1, 1.0.0"),
            ("1.0.0", [("Old", "1.0")], "/entries/0/version", "withdrawn"), ("1.0.0", [("Broken", "1.0")], "/entries/0/version", "bad"),
            ("1.0.0", [("mPaaS", "1.0.0"), ("mPaaS", "1.0.1")], "/entries/1/module", "twice"),
            ("1.0.0", [("MPLog", "1.0.0")], "/entries/0/module", "mPaaS >=1.0"),
            ("1.0.0", [("mPaaS", "1.0.0"), ("MPLog", "1.0.0"), ("MPHttp", "2.0.0")], "/entries/2/version", "but 1.0.0 is listed"),
            ("1.0.0", [("SSO", "1.0"), ("Account", "1.0")], "/entries/0/module", "cannot be together"), ("1.0.0", [], "/entries", "at least one"),
            ("", [("mPaaS", "1.0.0")], "/name", "name"), ("../x", [("mPaaS", "1.0.0")], "/name", "letters"),
            (".x", [("mPaaS", "1.0.0")], "/name", "letters"),
        ] as [(String, [(String, String)], String, String)]
    )
    func whatIsNotWholeIsRefusedWithTheLine(name: String, list: [(String, String)], pointer: String, words: String) async throws {
        try await run { console in
            let answer = try await freeze(console, name, list)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.text.contains("\"pointer\":\"\(pointer)\"") && answer.text.contains(words), "\(answer.text)")
            #expect(try await console.api(.get, "/baselines").json(Items.self).total == 0)
        }
    }

    @Test func aRejectedFormKeepsItsLinesAndNamesEveryOneThatIsWrong() async throws {
        try await run { console in
            let fields = [("platform", "ios"), ("name", "x\"<"), ("notes.zh", ""), ("notes.en", ""), ("from", "entries")]
            let wrong = try await console.submit("/baselines", fields + [("modules", "MPLog 1.0.0\nMPHttp 1.0.0")])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("MPLog 1.0.0\nMPHttp 1.0.0</textarea>"))
            #expect(wrong.text.contains("href=\"#field-name\"") && !wrong.text.contains("x\"<"))
            let named = fields.map { $0.0 == "name" ? ("name", "1") : $0 }
            let incomplete = try await console.submit("/baselines", named + [("modules", "MPLog 1.0.0\nNowhere 2\nOld 1.0")])
            #expect(
                incomplete.text.contains("没有模块 Nowhere") && incomplete.text.contains("Old 1.0 已撤回")
                    && incomplete.text.contains("id=\"error-modules\"")
            )
            let unreadable = try await console.submit("/baselines", named + [("modules", "MPLog")])
            #expect(unreadable.status == .unprocessableContent && unreadable.text.contains("“MPLog”"))
        }
    }

    @Test func aNameIsThereOnceWhateverItsCase() async throws {
        try await run { console in
            #expect(try await freeze(console, "One", [("mPaaS", "1.0.0")]).status == .created)
            let again = try await freeze(console, "ONE", [("mPaaS", "1.0.0")])
            #expect(again.status == .unprocessableContent && again.text.contains("/name") && again.text.contains("One"))
            #expect(try await freeze(console, "One", [("mPaaS", "1.0.0")], platform: "android").status == .created)
        }
    }

    @Test func oneThatPackagesBeganFromStays() async throws {
        try await run { (console: TestConsole) async throws -> Void in
            #expect(try await freeze(console, "1.0.0", [("mPaaS", "1.0.0")]).status == .created)
            let refused = await refusal(of: inUse(console.server.modules), "1.0.0")
            #expect(refused == Problem(.conflict, "baselines.delete.used", ["name": "1.0.0", "packages": "2"]))
            #expect(try await console.api(.get, "/baselines/ios/1.0.0").status == .ok)
        }
    }

    private func inUse(_ modules: Modules) -> ModuleBaselines { ModuleBaselines(modules: modules) { _, _ in 2 } }

    private func refusal(of baselines: ModuleBaselines, _ name: String) async -> Problem? {
        do {
            try await baselines.delete(ModuleBaselineName(platform: .ios, name: name), by: .console)
            return nil
        } catch {
            return error as? Problem
        }
    }

    @Test func onlyReleasersChangeThem() async throws {
        try await run { console in
            let token = try await console.viewerToken()
            #expect(try await console.api(.get, "/baselines", token: token).status == .ok)
            let refused = try await console.api(.post, "/baselines", #"{"platform":"ios","name":"1","from":"newest"}"#, token: token)
            #expect(refused.status == .forbidden)
            #expect(try await console.api(.get, "/baselines", token: "").status == .unauthorized)
            #expect(try await console.ask(.get, "/baselines").status == .seeOther)
        }
    }

    @Test func aWithdrawnVersionStaysInTheBaselineThatHasIt() async throws {
        try await run { console in
            #expect(try await freeze(console, "1.0.0", [("mPaaS", "1.0.0")]).status == .created)
            let place = ModulePlace(platform: .ios, module: "mPaaS", version: "1.0.0")
            try await console.server.modules.withdraw(place, reason: "leaks", by: .console)
            #expect(try await console.page("/baselines/ios/1.0.0").text.contains("已撤回"))
            #expect(try await freeze(console, "1.0.1", [("mPaaS", "1.0.0")]).status == .unprocessableContent)
        }
    }
}

extension TestConsole {
    /// Puts versions into the catalogue, without files.
    func stock(_ versions: [ModuleVersion]) async throws {
        let modules = server.modules
        try await modules.change { connection in
            let time = Date(timeIntervalSince1970: 0)
            for name in Set(versions.map(\.module)).sorted() {
                let text = ModuleText(zh: name, en: name)
                try connection.insertModule(
                    Module(name: name, group: .other, title: text, description: text, createdAt: time, createdBy: "x"),
                    demo: false
                )
            }
            for version in versions {
                try connection.insertModuleArtifact(version.artifact, at: time)
                try connection.insertModuleVersion(version)
                let place = ModulePlace(platform: version.platform, module: version.module, version: version.version)
                try connection.setModuleState(place, version.state, replacement: version.replacement.value, reason: version.reason)
                try connection.setModuleDefect(place, version.bad.value)
            }
        }
    }

    /// A script that may only look.
    func viewerToken() async throws -> String {
        struct Token: Decodable { let token: String }
        return try await api(.post, "/tokens", #"{"name":"viewer","scopes":["read"]}"#).json(Token.self).token
    }
}

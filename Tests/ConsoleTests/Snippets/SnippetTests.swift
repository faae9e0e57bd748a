import Foundation
import TestSupport
import Testing
import Web

@testable import Console

/// What the pieces do when they are run is checked by `Tests/ContractTests/snippets_test.py`.
@Suite struct SnippetTests {
    private static func app(_ platforms: [Platform]) -> App {
        App(
            id: "demo",
            name: "演示",
            englishName: "Demo",
            createdAt: .now,
            platforms: platforms.map(platform),
            zone: "Asia/Shanghai",
            archivedAt: nil,
            demo: false
        )
    }

    private static func platform(_ platform: Platform) -> AppPlatform {
        AppPlatform(
            platform: platform,
            appKey: "DEMO",
            workspaceId: "default",
            logProductId: "DEMO-default",
            bundleId: "",
            repositoryType: "",
            repositoryAddress: "",
            oldSecretUntil: nil
        )
    }

    private static func set(_ subject: SnippetSubject, _ platforms: [Platform]) -> [Snippet] {
        SnippetSet(subject, of: app(platforms), at: "https://console.example.com").items
    }

    @Test(arguments: SnippetSubject.allCases)
    func everyToolIsFilledWithTheAppAndTheAddress(subject: SnippetSubject) {
        let items = Self.set(subject, [.ios, .android])
        #expect(items.map(\.tool) == SnippetTool.allCases)
        for item in items {
            #expect(item.code.contains("https://console.example.com/api/v1/apps/demo/"), "\(item.tool)")
            #expect(item.code.contains("$CONSOLE_TOKEN"), "\(item.tool)")
            #expect(item.code.split(separator: "\n").filter { $0.contains("curl ") }.count == 1, "\(item.tool)")
        }
    }

    @Test func whatAnAppCannotUseIsLeftOut() {
        #expect(Self.set(.builds, [.ios]).map(\.tool) == [.curl, .fastlane, .gitlab, .jenkins])
        #expect(Self.set(.builds, [.android]).map(\.tool) == SnippetTool.allCases)
        #expect(Self.set(.builds, []).isEmpty)
        #expect(Self.set(.builds, [.harmony]).allSatisfy { $0.code.contains(".hap") })
        #expect(Self.set(.symbols, [.android]).allSatisfy { $0.code.contains("mapping.txt") || $0.code.contains("MAPPING_TXT") })
        #expect(Self.set(.patches, [.ios]).allSatisfy { $0.code.contains("platform=ios") })
    }

    /// Ruby, Groovy and YAML take the command as it is only without these.
    @Test(arguments: SnippetSubject.allCases, Platform.allCases)
    func theCommandNeedsNoEscaping(subject: SnippetSubject, platform: Platform) {
        let command = SnippetTask(subject, platform, address: "https://console.example.com/api/v1/apps/demo").command
        for character in ["'", "\\", "\n", "#{"] { #expect(!command.contains(character)) }
    }

    @Test(arguments: ["builds", "symbols", "hotpatches"])
    func thePagesShowThem(page: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp(platforms: ["android"])
            for language in ["zh-CN", "en"] {
                let text = try await console.page("/apps/demo/\(page)/new", language: language).text
                for tool in SnippetTool.allCases { #expect(text.contains("<code id=\"snippet-\(tool.rawValue)\">"), "\(tool)") }
                #expect(text.contains("&quot;Authorization: Bearer $CONSOLE_TOKEN&quot;"))
                #expect(text.contains("href=\"/tokens\""))
            }
        }
    }

    @Test func theListsLeadToThem() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for list in ["builds", "symbols", "hotpatches"] {
                let link = "/apps/demo/\(list)/new#snippets"
                #expect(try await console.page("/apps/demo/\(list)").text.contains(link))
                #expect(try await console.page("/apps/demo/\(list)/new").text.contains(#"id="snippets""#))
            }
        }
    }
}

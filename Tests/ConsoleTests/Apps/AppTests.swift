import Foundation
import HTTPTypes
import TestSupport
import Testing

@Suite struct AppTests {
    @Test func aScriptCreatesAnAppAndReadsItBack() async throws {
        try await TestConsole.run { console in
            let made = try await console.api(.post, "/apps", #"{"name":"示例","englishName":"SimpleDemoRpc","platforms":["ios","android"]}"#)
            #expect(made.status == .created)
            #expect(made.headers[.location] == "/api/v1/apps/simpledemorpc")
            let app = try made.json(AppBody.self)
            #expect(app.id == "simpledemorpc")
            #expect(app.platforms.map(\.appKey).sorted() == ["SIMPLEDEMORPC_ANDROID", "SIMPLEDEMORPC_IOS"])
            #expect(
                app.platforms.allSatisfy {
                    $0.workspaceId.wholeMatch(of: #/[0-9]{10}/#) != nil && $0.logProductId == "\($0.appKey)-\($0.workspaceId)"
                }
            )
            #expect(try await console.api(.get, "/apps/simpledemorpc").json(AppBody.self) == app)
            #expect(try await console.page("/apps").text.contains("示例"))
        }
    }

    @Test(arguments: [
        (#"{"name":"","englishName":"Good","platforms":["ios"]}"#, "/name"),
        (#"{"name":"x","englishName":"bad name","platforms":["ios"]}"#, "/englishName"),
        (#"{"name":"x","englishName":"1x","platforms":["ios"]}"#, "/englishName"),
        (#"{"name":"x","englishName":"Good","platforms":[]}"#, "/platforms"),
        (#"{"name":"x","englishName":"Good","platforms":["windows"]}"#, "/platforms/0"),
        (#"{"name":"x","englishName":"Good","platforms":["ios","ios"]}"#, "/platforms"),
        (#"{"name":"x","englishName":"Good","platforms":["ios"],"zone":"Mars/Base"}"#, "/zone"),
        (#"{"englishName":"Good","platforms":["ios"]}"#, "/name"),
    ])
    func wrongInputIsNamedByField(json: String, pointer: String) async throws {
        try await TestConsole.run { console in
            let answer = try await console.api(.post, "/apps", json)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.headers[.contentType] == "application/problem+json")
            let problem = try answer.json(ProblemBody.self)
            #expect(problem.errors?.map(\.pointer) == [pointer])
            #expect(!problem.request_id.isEmpty)
        }
    }

    @Test func theWizardKeepsWhatWasTypedWhenItIsRejected() async throws {
        try await TestConsole.run { console in
            let rejected = try await console.submit("/apps", [("name", "掌上\"\u{200D}<script>"), ("englishName", "no good")])
            #expect(rejected.status == .unprocessableContent)
            #expect(rejected.text.contains("value=\"掌上&quot;\u{200D}&lt;script&gt;\""))
            #expect(rejected.text.contains("href=\"#field-englishName\""))
            #expect(rejected.text.contains("href=\"#field-platforms\""))

            let created = try await console.submit(
                "/apps",
                [("name", "掌上"), ("englishName", "Hall"), ("platforms", "ios"), ("platforms", "harmony")]
            )
            #expect(created.status == .seeOther)
            #expect(created.headers[.location] == "/apps/hall/first-version")
            let saved = try await console.submit(
                "/apps/hall/first-version",
                [("ios.bundleId", "com.example.hall"), ("ios.repositoryType", ""), ("ios.repositoryAddress", "")]
            )
            #expect(saved.headers[.location] == "/apps/hall/ready")
            #expect(try await console.page("/apps/hall/ready").text.contains("HALL_HARMONY-"))
            #expect(try await console.page("/apps/hall/platforms/ios").text.contains("com.example.hall"))
        }
    }

    @Test func aSecretIsShownOnlyAgainstThePasswordAndRotates() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let first = try await console.api(.post, "/apps/demo/platforms/ios/secret-reveal", "{}").json(Secret.self)
            #expect(first.appSecret.wholeMatch(of: #/[0-9a-f]{32}/#) != nil)
            let rotated = try await console.api(.post, "/apps/demo/platforms/ios/secret-rotation", #"{"overlapHours":24}"#).json(Secret.self)
            #expect(rotated.appSecret != first.appSecret)
            #expect(
                try await console.api(.post, "/apps/demo/platforms/ios/secret-rotation", #"{"overlapHours":9999}"#).status == .unprocessableContent
            )

            let wrong = try await console.submit("/apps/demo/platforms/ios/secret-reveal", [("password", "wrong")])
            #expect(wrong.status == .unprocessableContent)
            #expect(!wrong.text.contains(rotated.appSecret))
            let right = try await console.submit("/apps/demo/platforms/ios/secret-reveal", [("password", TestConsole.password)])
            #expect(right.text.contains(rotated.appSecret))
            #expect(!(try await console.page("/apps/demo/platforms/ios").text.contains(rotated.appSecret)))
        }
    }

    @Test func clientConfigurationsNameTheAppAndNeverTheSecret() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let secret = try await console.api(.post, "/apps/demo/platforms/ios/secret-reveal", "{}").json(Secret.self).appSecret
            let config = try await console.api(.get, "/apps/demo/config/ios")
            #expect(config.headers[.contentDisposition]?.contains("Ant-mpaas-DEMO-") == true)
            #expect(try config.json([String: String].self)["appKey"] == "DEMO_IOS")
            let plist = try await console.api(.get, "/apps/demo/config/ios/GatewayConfig.plist")
            #expect(plist.text.contains("<key>mPaasLogProductId</key>"))
            #expect(!config.text.contains(secret) && !plist.text.contains(secret))
            #expect(try await console.api(.get, "/apps/demo/config/android").status == .notFound)
        }
    }

    @Test func deletingNeedsTheTypedNameAndTakesTheDataAlong() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.submit("/apps/demo/deletion", [("confirm", "Demo!")]).status == .unprocessableContent)
            #expect(try await console.submit("/apps/demo/archive", []).status == .seeOther)
            #expect(try await console.submit("/apps/demo/restoration", []).status == .seeOther)
            #expect(try await console.submit("/apps/demo/deletion", [("confirm", "demo")]).status == .seeOther)
            #expect(try await console.api(.get, "/apps/demo").status == .notFound)
        }
    }

    private struct AppBody: Decodable, Equatable {
        struct Platform: Decodable, Equatable {
            let platform: String
            let appKey: String
            let workspaceId: String
            let logProductId: String
        }
        let id: String
        let name: String
        let englishName: String
        let createdAt: Date
        let platforms: [Platform]
    }

    private struct Secret: Decodable {
        let appKey: String
        let appSecret: String
    }

    private struct ProblemBody: Decodable {
        struct Entry: Decodable { let pointer: String }
        let status: Int
        let request_id: String
        let errors: [Entry]?
    }
}

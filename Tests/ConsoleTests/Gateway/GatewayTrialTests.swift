import Foundation
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

struct GatewayTrialTests {
    @Test func aCallIsSignedAndMadeOnBothFaces() async throws {
        try await TestConsole.run { console in
            _ = try await GatewayCaller(console)
            let json =
                #"{"platform":"ios","operation":"alipay.client.updateVersion","data":"{\"productVersion\":\"1.2\"}","hmac":true,"device":"d-1"}"#
            let result = try await console.api(.post, "/apps/demo/gateway/trials", json).json(GatewayTrialResult.self)
            #expect(result.status == .ok)
            #expect(result.body.contains(#""newestVersion" : "1.2""#))
            let page = try await console.submit("/apps/demo/gateway/trials", [("platform", "ios"), ("operation", "mpaas.push.bind"), ("data", "{}")])
            #expect(page.status == .ok)
            #expect(page.text.contains("3002"))
            let audit = try await console.api(.get, "/audit?action=gateway.try").text
            #expect(audit.contains("mpaas.push.bind DEMO_IOS"))
        }
    }

    @Test func onlyOneEntryOfTheSidebarIsCurrent() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for (path, entry) in [("gateway/trials", "gateway/trials"), ("gateway/settings", "gateway"), ("switches/new", "switches")] {
                let page = try await console.page("/apps/demo/\(path)").text
                let current = page.matches(of: #/<a href="([^"]*)" aria-current="page"/#).map { String($0.output.1) }
                #expect(current == ["/apps/demo/\(entry)"])
            }
        }
    }

    @Test func whatCannotBeSentIsNamedBesideItsField() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let fields = [
                ("platform", "ios"), ("operation", "a b"), ("data", "{<script>"), ("device", "d\n1"),
                ("session", String(repeating: "x", count: 5_000)),
            ]
            let page = try await console.submit("/apps/demo/gateway/trials", fields)
            #expect(page.status == .unprocessableContent)
            for field in ["operation", "data", "device", "session"] { #expect(page.text.contains("id=\"error-\(field)\""), "\(field)") }
            #expect(page.text.contains("{&lt;script&gt;"))
            #expect(
                try await console.submit("/apps/demo/gateway/trials", [("platform", "android"), ("operation", "x"), ("data", "{}")]).status
                    == .notFound
            )
        }
    }

    @Test func aDemoAppsLogInOpensASession() async throws {
        try await TestConsole.run { console in
            try await console.server.apps.create(NewApp(name: "Demo", englishName: "Demo", platforms: [.ios]), demo: true, by: .local)
            func trial(_ operation: String, _ data: String, session: String = "") async throws -> GatewayTrialResult {
                let input = ["platform": "ios", "operation": operation, "data": data, "session": session]
                let json = String(decoding: try JSONEncoder().encode(input), as: UTF8.self)
                return try await console.api(.post, "/apps/demo/gateway/trials", json).json(GatewayTrialResult.self)
            }
            let wrong = try await trial("alipay.mpaasgw.logindemo", #"{"userId":"alipayAdmin","password":"guess"}"#)
            #expect(wrong.status == .accessDenied)
            let login = try await trial("alipay.mpaasgw.logindemo", #"{"userId":"alipayAdmin","password":"ali123"}"#)
            let session = try #require(login.body.firstMatch(of: #/"sessionId" : "([^"]+)"/#)?.output.1)
            #expect(try await trial("alipay.mpaasgw.needlogintest", "{}").status == .loginExpired)
            let greeting = try await trial("alipay.mpaasgw.needlogintest", "{}", session: String(session))
            #expect(greeting.status == .ok && greeting.body.contains("alipayAdmin"))
        }
    }
}

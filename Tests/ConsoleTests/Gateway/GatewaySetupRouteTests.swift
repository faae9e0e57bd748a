import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Console

/// Settings and upstreams on both faces.
struct GatewaySetupRouteTests {
    private let one = "/apps/demo/gateway/upstreams/com.example.order.list"

    private struct Upstreams: Decodable {
        let items: [Upstream]
        let next: String?
        let total: Int
    }

    private struct Upstream: Decodable {
        let operation: String
        let url: String
        let method: String
        let needsSignature: Bool
        let passHeaders: [String]
        let enabled: Bool
    }

    @Test func aScriptRegistersChangesPausesAndRemoves() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let made = try await console.api(.put, one, #"{"url":"https://api.example.com/orders","passHeaders":["Did"]}"#)
            #expect(made.status == .ok)
            #expect(try made.json(Upstream.self).needsSignature)
            #expect(console.server.gateway.index.entry("demo").upstreams.count == 1)
            let changed = try await console.api(.put, one, #"{"url":"https://api.example.com/v2","method":"GET","needsSignature":false}"#)
            #expect(try changed.json(Upstream.self).method == "GET")
            #expect(try await !console.api(.get, one).json(Upstream.self).needsSignature)
            #expect(try await console.api(.post, "\(one)/pause").status == .noContent)
            #expect(try await !console.api(.get, one).json(Upstream.self).enabled)
            #expect(console.server.gateway.index.entry("demo").upstreams.isEmpty)
            #expect(try await console.api(.post, "\(one)/pause").status == .conflict)
            #expect(try await console.api(.post, "\(one)/resume").status == .noContent)
            #expect(try await console.api(.delete, one).status == .noContent)
            #expect(try await console.api(.get, one).status == .notFound)
            #expect(try await console.api(.delete, one).status == .notFound)
        }
    }

    @Test func aPostCreates() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let body = #"{"operation":"com.example.order.list","url":"https://a.example/"}"#
            let made = try await console.api(.post, "/apps/demo/gateway/upstreams", body)
            #expect(made.status == .created)
            #expect(made.headers[.location] == "/api/v1\(one)")
            let again = try await console.api(.post, "/apps/demo/gateway/upstreams", body)
            #expect(again.status == .unprocessableContent)
            #expect(again.text.contains(#""pointer":"/operation""#))
            #expect(try await console.api(.post, "/apps/demo/gateway/upstreams", #"{"url":"https://a.example/"}"#).status == .unprocessableContent)
        }
    }

    @Test func aDocumentThatWasReadCanBeSentBack() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await console.api(.put, one, #"{"url":"https://a.example/","mock":"{\"a\":1}","rate":7,"passHeaders":["Did","X-A"]}"#)
            let read = try await console.api(.get, one).text
            #expect(try await console.api(.put, one, read).text == read)
        }
    }

    @Test func everyWrongFieldIsNamed() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let body = #"{"url":"ftp://a","timeoutMilliseconds":1,"rate":-1,"passHeaders":["Host"],"mock":"{"}"#
            let answer = try await console.api(.put, "/apps/demo/gateway/upstreams/mpaas.badge.pull", body)
            #expect(answer.status == .unprocessableContent)
            for field in ["operation", "url", "timeoutMilliseconds", "rate", "passHeaders", "mock"] {
                #expect(answer.text.contains(#""pointer":"/\#(field)""#), "\(field)")
            }
            for body in [#"{"url":5}"#, #"{"url":"http://a/","method":"TRACE"}"#, "{}", #"{"url":"http://a/","rate":1e30}"#, "[]", "nonsense"] {
                let status = try await console.api(.put, one, body).status
                #expect(status == .unprocessableContent || status == .badRequest, "\(body)")
            }
            #expect(try await console.api(.get, "/apps/demo/gateway/upstreams").json(Upstreams.self).total == 0)
        }
    }

    @Test func theListHasPages() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for number in 0..<5 { _ = try await console.api(.put, "/apps/demo/gateway/upstreams/app.op\(number)", #"{"url":"https://a.example/"}"#) }
            let first = try await console.api(.get, "/apps/demo/gateway/upstreams?limit=3").json(Upstreams.self)
            #expect(first.total == 5 && first.items.map(\.operation) == ["app.op0", "app.op1", "app.op2"])
            let next = try #require(first.next)
            let second = try await console.api(.get, "/apps/demo/gateway/upstreams?limit=3&cursor=\(next)").json(Upstreams.self)
            #expect(second.items.map(\.operation) == ["app.op3", "app.op4"] && second.next == nil)
        }
    }

    @Test func aPersonDoesTheSameByForms() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let fields = [
                ("url", "https://a.example/"), ("method", "POST"), ("timeoutMilliseconds", "900"), ("needsSignature", "false"),
                ("passHeaders", "Did, Version"), ("rate", "0"), ("cacheSeconds", "0"), ("mock", ""),
            ]
            #expect(try await console.page("/apps/demo/gateway/new-upstream").text.contains(#"name="needsSignature" value="true" checked"#))
            let made = try await console.submit("/apps/demo/gateway/upstreams", [("operation", "com.example.order.list")] + fields)
            #expect(made.headers[.location] == one)
            #expect(try await console.api(.get, one).json(Upstream.self).passHeaders == ["Did", "Version"])
            #expect(try await !console.api(.get, one).json(Upstream.self).needsSignature)
            let page = try await console.page(one).text
            #expect(page.contains(#"value="Did, Version""#) && page.contains("/apps/demo/gateway/operations/com.example.order.list"))
            #expect(!page.contains(#"name="needsSignature" value="true" checked"#))
            #expect(try await console.submit(one, fields + [("needsSignature", "true")]).headers[.location] == one)
            #expect(try await console.api(.get, one).json(Upstream.self).needsSignature)
            #expect(try await console.submit("\(one)/pause", []).headers[.location] == one)
            #expect(try await console.page("/apps/demo/gateway/upstreams").text.contains("已暂停"))
            #expect(try await console.submit("\(one)/resume", []).headers[.location] == one)
        }
    }

    @Test func aRejectedFormComesBackFilled() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let fields = [
                ("operation", "com.example.x"), ("url", "https://u:p@a/"), ("timeoutMilliseconds", "5"), ("needsSignature", "false"),
                ("needsLogin", "true"), ("mock", "<b>{"),
            ]
            for language in ["zh-CN", "en"] {
                let page = try await console.submit("/apps/demo/gateway/upstreams", fields)
                #expect(page.status == .unprocessableContent, "\(language)")
                for field in ["url", "timeoutMilliseconds", "mock"] {
                    #expect(page.text.contains(#"id="error-\#(field)""#) && page.text.contains(##"href="#field-\##(field)""##), "\(field)")
                }
                #expect(page.text.contains(#"value="https://u:p@a/""#) && page.text.contains("&lt;b&gt;{"))
                #expect(page.text.contains(#"name="needsLogin" value="true" checked"#))
                #expect(!page.text.contains(#"name="needsSignature" value="true" checked"#))
            }
        }
    }

    @Test func removalAsksForTheName() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await console.api(.put, one, #"{"url":"https://a.example/"}"#)
            #expect(try await console.page("\(one)/removal").text.contains("https://a.example/"))
            let wrong = try await console.submit("\(one)/removal", [("confirm", "com.example")])
            #expect(
                wrong.status == .unprocessableContent && wrong.text.contains(#"id="error-confirm""#) && wrong.text.contains(#"value="com.example""#)
            )
            let right = try await console.submit("\(one)/removal", [("confirm", "com.example.order.list")])
            #expect(right.headers[.location] == "/apps/demo/gateway/upstreams")
            #expect(try await console.page(one).status == .notFound)
            #expect(try await console.submit("\(one)/removal", [("confirm", "com.example.order.list")]).status == .notFound)
            #expect(try await console.submit(one, [("url", "https://a.example/")]).status == .notFound)
        }
    }

    @Test func settingsAreReadAndWritten() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let path = "/apps/demo/gateway/settings"
            #expect(try await console.api(.get, path).json(GatewaySettings.self) == GatewaySettings())
            let put = try await console.api(.put, path, #"{"hmacOnly":true,"appRate":500,"deviceRate":5}"#)
            #expect(put.status == .ok)
            #expect(try await console.api(.get, path).json(GatewaySettings.self) == GatewaySettings(hmacOnly: true, appRate: 500, deviceRate: 5))
            #expect(console.server.gateway.index.entry("demo").settings.hmacOnly)
            #expect(try await console.api(.put, path, #"{"hmacOnly":true}"#).status == .unprocessableContent)
            #expect(try await console.page(path).text.contains(#"name="hmacOnly" value="true" checked"#))
            let saved = try await console.submit(path, [("hmacOnly", "false"), ("appRate", "0"), ("deviceRate", "20")])
            #expect(saved.headers[.location] == path)
            #expect(try await console.api(.get, path).json(GatewaySettings.self) == GatewaySettings())
            let rejected = try await console.submit(path, [("hmacOnly", "true"), ("appRate", "-5"), ("deviceRate", "x")])
            #expect(rejected.status == .unprocessableContent && rejected.text.contains(#"value="x""#))
            let range = try await console.submit(path, [("hmacOnly", "true"), ("appRate", "-5"), ("deviceRate", "1000001")])
            #expect(range.text.contains(#"id="error-appRate""#) && range.text.contains(#"id="error-deviceRate""#))
        }
    }

    @Test func aViewerLooksAndDoesNotTouch() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await console.api(.put, one, #"{"url":"https://a.example/"}"#)
            let reader = try await console.token(scopes: ["read"])
            let writer = try await console.token(scopes: ["read", "write"])
            #expect(try await console.api(.get, one, token: reader).status == .ok)
            #expect(try await console.api(.get, "/apps/demo/gateway/settings", token: reader).status == .ok)
            #expect(try await console.api(.put, one, #"{"url":"https://b.example/"}"#, token: reader).status == .forbidden)
            #expect(try await console.api(.delete, one, token: reader).status == .forbidden)
            #expect(try await console.api(.post, "\(one)/pause", token: reader).status == .forbidden)
            let setting = #"{"hmacOnly":true,"appRate":0,"deviceRate":0}"#
            #expect(try await console.api(.put, "/apps/demo/gateway/settings", setting, token: reader).status == .forbidden)
            #expect(try await console.api(.get, one, token: "").status == .unauthorized)
            #expect(try await console.api(.put, one, #"{"url":"https://b.example/"}"#, token: writer).status == .ok)
            let inside = try await console.api(.put, one, #"{"url":"http://10.0.0.1/","allowsPrivate":true}"#, token: writer)
            #expect(inside.status == .unprocessableContent && inside.text.contains(#""pointer":"/allowsPrivate""#))
            #expect(try await console.api(.put, one, #"{"url":"http://10.0.0.1/","allowsPrivate":true}"#).status == .ok)
        }
    }

    @Test func aDeletedAppLeavesNoSetup() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            _ = try await console.api(.put, one, #"{"url":"https://a.example/"}"#)
            #expect(try await console.api(.delete, "/apps/demo?confirm=demo").status == .noContent)
            try await console.makeApp()
            #expect(console.server.gateway.index.entry("demo").upstreams.isEmpty)
            #expect(try await console.api(.get, one).status == .notFound)
        }
    }
}

extension TestConsole {
    private struct Made: Decodable {
        let token: String
    }

    /// One that can do less than the administrator's.
    fileprivate func token(scopes: [String]) async throws -> String {
        let list = scopes.map { "\"\($0)\"" }.joined(separator: ",")
        return try await api(.post, "/tokens", #"{"name":"less","scopes":[\#(list)]}"#).json(Made.self).token
    }
}

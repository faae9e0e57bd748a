import Foundation
import Storage
import Testing
import Web

@testable import Console

struct GatewaySetupTests {
    private let operation = "com.example.order.list"

    private func draft(
        _ url: String = "https://api.example.com/orders",
        _ change: (inout GatewayUpstreamDraft) -> Void = { _ in }
    ) -> GatewayUpstreamDraft {
        var draft = GatewayUpstreamDraft(url: url)
        change(&draft)
        return draft
    }

    /// The fields that a draft is refused for.
    private func wrong(_ draft: GatewayUpstreamDraft, as operation: String = "com.example.order.list", isAdmin: Bool = true) -> [String] {
        let rules = GatewayUpstreamRules(builtIn: GatewayRoom.builtIn)
        do {
            try rules.check(draft.upstream(operation, enabled: true, at: GatewayRoom.now), replacing: nil, isAdmin: isAdmin)
            return []
        } catch {
            return (error as? Problem)?.rejections.map(\.field) ?? ["?"]
        }
    }

    @Test(arguments: ["abc", "com.example.order-list_2", String(repeating: "a", count: 120), "..."])
    func anOperationCanBeCalled(name: String) {
        #expect(wrong(draft(), as: name) == [])
    }

    @Test(arguments: [
        "", "ab", "a b c", "a/b/c", "../etc", "接口接口", "abc\n", "abc\u{0}", "<b>x</b>", String(repeating: "a", count: 121), "unknown",
        "alipay.client.updateVersion", "mpaas.badge.pull",
    ])
    func anOperationCannotBeCalled(name: String) {
        #expect(wrong(draft(), as: name) == ["operation"])
    }

    @Test(arguments: [
        "http://a", "https://api.example.com:8443/x?y=%20#".replacing("#", with: ""), "http://[::1]:8080/", "HTTP://10.0.0.1/a@b",
        " https://a.example/ ",
    ])
    func anAddressIsTaken(url: String) {
        #expect(wrong(draft(url)) == [])
    }

    @Test(arguments: [
        "", "api.example.com", "ftp://a/", "file:///etc/passwd", "http://", "http:///x", "https://user:pass@a/", "https://user@a/",
        "https://@a/", "http://a b/", "http://a/\u{7F}", "http://a/\r\nHost: b", "http://主站/", "http://a:0/", "http://a:99999/", "http://a:x/",
        "http://a/#top", "http://a%00/", "http://127%2E0.0.1/", "javascript:alert(1)", "http://a/" + String(repeating: "x", count: 2_000),
    ])
    func anAddressIsRefused(url: String) {
        #expect(wrong(draft(url)) == ["url"])
    }

    @Test func numbersHaveTheirRanges() {
        #expect(wrong(draft { ($0.timeoutMilliseconds, $0.rate, $0.cacheSeconds) = (100, 1_000_000, 86_400) }) == [])
        #expect(wrong(draft { ($0.timeoutMilliseconds, $0.rate, $0.cacheSeconds) = (60_000, 0, 0) }) == [])
        #expect(wrong(draft { $0.timeoutMilliseconds = 99 }) == ["timeoutMilliseconds"])
        #expect(wrong(draft { $0.timeoutMilliseconds = 60_001 }) == ["timeoutMilliseconds"])
        #expect(wrong(draft { $0.rate = -1 }) == ["rate"])
        #expect(wrong(draft { $0.cacheSeconds = 86_401 }) == ["cacheSeconds"])
        #expect(wrong(draft { ($0.changesState, $0.cacheSeconds) = (true, 1) }) == ["cacheSeconds"])
    }

    @Test func headersAreNames() {
        #expect(wrong(draft { $0.passHeaders = ["Did", "Version", "X-Trace_1"] }) == [])
        for name in [
            "Host", "content-length", "CONNECTION", "Transfer-Encoding", "authorization", "Sign", "Accept", "X-Gateway-User", "a b", "a:b", "a\r\nb",
            "名",
        ] {
            #expect(wrong(draft { $0.passHeaders = ["Did", name] }) == ["passHeaders"], "\(name)")
        }
        #expect(wrong(draft { $0.passHeaders = (0...20).map { "X-\($0)" } }) == ["passHeaders"])
        #expect(draft { $0.passHeaders = ["Did", "", "did", "DID"] }.upstream("x", enabled: true, at: GatewayRoom.now).passHeaders == ["Did"])
    }

    @Test func aMockIsJSON() {
        for text in ["{}", "[1,2]", "\"text\"", "null", " {\"a\": 1} "] { #expect(wrong(draft { $0.mock = text }) == [], "\(text)") }
        for text in ["{", "text", "{'a':1}", "[1,]", String(repeating: "[", count: 100_000), "\"" + String(repeating: "x", count: 65_536) + "\""] {
            #expect(wrong(draft { $0.mock = text }) == ["mock"])
        }
        #expect(draft { $0.mock = "  " }.upstream("x", enabled: true, at: GatewayRoom.now).mock == nil)
    }

    @Test func privateAddressesAreAnAdministratorsMatter() async throws {
        let room = try await GatewayRoom()
        let inside = draft("http://10.1.2.3/") { $0.allowsPrivate = true }
        #expect(wrong(inside, isAdmin: false) == ["allowsPrivate"])
        try await room.setup.save(inside, as: operation, of: "demo", isAdmin: true, by: .console)
        try await room.setup.save(
            draft("http://10.1.2.3/") { ($0.allowsPrivate, $0.rate) = (true, 5) },
            as: operation,
            of: "demo",
            isAdmin: false,
            by: .console
        )
        await #expect(throws: Problem.self) {
            try await room.setup.save(draft("http://10.1.2.4/") { $0.allowsPrivate = true }, as: operation, of: "demo", isAdmin: false, by: .console)
        }
        try await room.setup.save(draft("http://10.1.2.4/"), as: operation, of: "demo", isAdmin: false, by: .console)
        #expect(try await room.setup.upstream(operation, of: "demo").allowsPrivate == false)
    }

    @Test func everyChangeReachesTheIndex() async throws {
        let room = try await GatewayRoom()
        #expect(room.index.entry("demo").settings == GatewaySettings())
        _ = try await room.setup.add(draft { $0.operation = operation }, to: "demo", isAdmin: false, by: .console)
        #expect(room.index.entry("demo").upstreams[operation]?.timeoutMilliseconds == 5_000)
        #expect(room.index.entry("demo").upstreams[operation]?.needsSignature == true)
        try await room.setup.save(draft { $0.mock = "{}" }, as: operation, of: "demo", isAdmin: false, by: .console)
        #expect(room.index.entry("demo").upstreams[operation]?.mock == "{}")
        try await room.setup.disable(operation, of: "demo", by: .console)
        #expect(room.index.entry("demo").upstreams.isEmpty)
        try await room.setup.save(draft { $0.rate = 9 }, as: operation, of: "demo", isAdmin: false, by: .console)
        #expect(room.index.entry("demo").upstreams.isEmpty, "a change does not resume")
        try await room.setup.enable(operation, of: "demo", by: .console)
        #expect(room.index.entry("demo").upstreams[operation]?.rate == 9)
        try await room.setup.configure("demo", GatewaySettings(hmacOnly: true, appRate: 1, deviceRate: 2), by: .console)
        #expect(room.index.entry("demo").settings.hmacOnly)
        #expect(room.index.entry("other").settings == GatewaySettings())
        try await room.setup.remove(operation, of: "demo", by: .console)
        #expect(room.index.entry("demo").upstreams.isEmpty)
        try await room.setup.forget(app: "demo")
        #expect(room.index.entry("demo").settings == GatewaySettings())
    }

    @Test func aNewIndexReadsWhatIsThere() async throws {
        let room = try await GatewayRoom()
        let full = draft {
            ($0.method, $0.timeoutMilliseconds, $0.needsLogin, $0.needsSignature) = (.put, 250, true, false)
            ($0.changesState, $0.allowsPrivate, $0.rate, $0.passHeaders, $0.mock) = (true, true, 7, ["Did", "X-A"], "[]")
        }
        let saved = try await room.setup.save(full, as: operation, of: "demo", isAdmin: true, by: .console)
        room.index.replace([:], at: room.index.version, since: room.index.version)
        try await room.setup.refresh()
        #expect(room.index.entry("demo").upstreams[operation] == saved)
    }

    @Test func changesOfManyAtOnceEndInTheLatest() async throws {
        let room = try await GatewayRoom()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { try await room.setup.configure("demo", GatewaySettings(appRate: number), by: .console) }
            }
            try await group.waitForAll()
        }
        #expect(room.index.entry("demo").settings == (try await room.setup.settings(of: "demo")))
    }

    @Test func whatIsTwiceOrNotThereIsAProblem() async throws {
        let room = try await GatewayRoom()
        _ = try await room.setup.add(draft { $0.operation = operation }, to: "demo", isAdmin: false, by: .console)
        func kind(_ body: () async throws -> Void) async -> Problem.Kind? {
            do { try await body() } catch { return (error as? Problem)?.kind }
            return nil
        }
        #expect(await kind { _ = try await room.setup.add(draft { $0.operation = operation }, to: "demo", isAdmin: false, by: .console) } == .invalid)
        #expect(
            await kind { try await room.setup.save(draft { $0.operation = "other" }, as: operation, of: "demo", isAdmin: false, by: .console) }
                == .invalid
        )
        #expect(await kind { try await room.setup.save(draft(), as: operation, of: "nosuchapp", isAdmin: false, by: .console) } == .notFound)
        #expect(await kind { try await room.setup.configure("nosuchapp", GatewaySettings(), by: .console) } == .notFound)
        #expect(await kind { try await room.setup.enable(operation, of: "demo", by: .console) } == .conflict)
        #expect(await kind { try await room.setup.disable("nosuch", of: "demo", by: .console) } == .notFound)
        #expect(await kind { try await room.setup.remove("nosuch", of: "demo", by: .console) } == .notFound)
        #expect(await kind { try await room.setup.configure("demo", GatewaySettings(appRate: -1), by: .console) } == .invalid)
    }

    @Test func whatWasDoneIsInTheLog() async throws {
        let room = try await GatewayRoom()
        try await room.setup.save(draft(), as: operation, of: "demo", isAdmin: false, by: .console)
        try await room.setup.save(draft(), as: operation, of: "demo", isAdmin: false, by: .console)
        let long = "\"" + String(repeating: "x", count: 400) + "\""
        try await room.setup.save(draft { $0.mock = long }, as: operation, of: "demo", isAdmin: false, by: .console)
        try await room.setup.save(draft { $0.mock = long.replacing("x\"", with: "y\"") }, as: operation, of: "demo", isAdmin: false, by: .console)
        try await room.setup.disable(operation, of: "demo", by: .console)
        try await room.setup.remove(operation, of: "demo", by: .console)
        let actions = try await room.database.read { try $0.all("SELECT action FROM audit_event ORDER BY id") { try $0[0] as String } }
        #expect(
            actions == ["gateway.addUpstream", "gateway.editUpstream", "gateway.editUpstream", "gateway.pauseUpstream", "gateway.removeUpstream"]
        )
    }
}

import HTTPTypes
import Hummingbird
import Testing

@testable import Web

struct EnvelopeTests {
    /// A site with a route that tells what its context holds.
    private func site(publicURL: String? = nil, trusted: Set<String> = [], secure: Bool = false) throws -> SampleSite {
        try SampleSite(publicURL: publicURL, trustedProxies: trusted, secure: secure) { router in
            router.get("told") { _, context in
                "\(context.reader.language.rawValue) \(context.reader.theme.rawValue) \(context.publicURL) [\(context.address)] \(context.link(context.query))"
            }
            router.get("broken") { _, _ -> String in throw CancellationError() }
            router.get("missing") { _, _ -> String in throw HTTPError(.notFound) }
            router.get("problem") { _, _ -> String in throw Problem(.unavailable, "x") }
        }
    }

    @Test func everyAnswerIsSealed() async throws {
        let site = try site()
        for (path, status) in [
            ("/told", 200), ("/items", 303), ("/nothing", 404), ("/broken", 500), ("/missing", 404), ("/problem", 503), ("/api/v1/items", 401),
        ] {
            let answer = try await site.ask(.get, path)
            #expect(answer.status.code == status)
            #expect(answer.headers[.requestID] == "request-1")
            #expect(answer.headers[.serverTiming]?.hasPrefix("app;dur=") ?? false)
            #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            #expect(answer.headers[.referrerPolicy] == "same-origin")
            #expect(answer.headers[.strictTransportSecurity] == nil)
            let policy = try #require(answer.headers[.contentSecurityPolicy])
            #expect(policy.hasPrefix("default-src 'none'; script-src 'self'"))
            #expect(!policy.contains("unsafe"))
        }
    }

    @Test func onlyAnEncryptedConsoleAsksForEncryption() async throws {
        #expect(try await site(secure: true).ask(.get, "/told").headers[.strictTransportSecurity] != nil)
        #expect(try await site(publicURL: "https://console.example").ask(.get, "/told").headers[.strictTransportSecurity] != nil)
    }

    @Test(
        arguments: [
            ([:], "zh-CN auto"), ([.acceptLanguage: "fr, en-US;q=0.8"], "en auto"), ([.acceptLanguage: "ZH-hant"], "zh-CN auto"),
            ([.acceptLanguage: "en", .cookie: "language=zh-CN; theme=dark"], "zh-CN dark"), ([.cookie: "language=xx; theme=xx"], "zh-CN auto"),
        ] as [(HTTPFields, String)]
    )
    func theReaderIsCookieThenBrowser(headers: HTTPFields, start: String) async throws {
        #expect(try await site().ask(.get, "/told", headers).text.hasPrefix(start + " "))
    }

    /// The test's peer has no address.
    @Test func onlyATrustedProxyIsBelieved() async throws {
        let headers: HTTPFields = [.forwardedFor: "203.0.113.9, 198.51.100.7", .forwardedProto: "https"]
        #expect(try await site().ask(.get, "/told?a=1&b=%20", headers).text.hasSuffix("http://localhost [] /told?a=1&b=%20"))
        #expect(try await site(trusted: [""]).ask(.get, "/told", headers).text.hasSuffix("https://localhost [198.51.100.7] /told"))
        #expect(try await site(publicURL: "https://c.example", trusted: [""]).ask(.get, "/told", headers).text.contains("https://c.example"))
    }

    @Test func aBrokenQueryIsNoQuery() async throws {
        #expect(try await site().ask(.get, "/told?a=%").text.hasSuffix(" /told"))
    }
}

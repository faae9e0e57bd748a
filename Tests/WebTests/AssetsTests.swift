import Foundation
import HTTPTypes
import Testing

@testable import Web

struct AssetsTests {
    private let scratch: ScratchViews
    private let assets: Assets
    private let site: SampleSite

    init() throws {
        scratch = try ScratchViews(["console.css": "body{}", "console.js": "0", "icon.svg": "<svg/>", "notes.md": "not served"])
        let assets = try Assets(directory: scratch.path) { String(repeating: String($0.count), count: 32) }
        self.assets = assets
        site = try SampleSite { assets.add(to: $0) }
    }

    @Test func namesCarryTheHash() {
        #expect(assets.path("console.css") == "/assets/console-6666666666666666.css")
        #expect(assets.path("console.js") == "/assets/console-1111111111111111.js")
        #expect(assets.path("notes.md") == "")
    }

    @Test func aFileIsKeptForAYear() async throws {
        let answer = try await site.ask(.get, assets.path("console.css"))
        #expect(answer.status == .ok)
        #expect(answer.text == "body{}")
        #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
        #expect(answer.headers[.eTag] == "\"6666666666666666\"")
    }

    @Test(arguments: ["\"6666666666666666\"", "W/\"6666666666666666\"", "\"x\", \"6666666666666666\""]) func aKnownFileIsNotSentAgain(
        tags: String
    ) async throws {
        let answer = try await site.ask(.get, assets.path("console.css"), [.ifNoneMatch: tags])
        #expect(answer.status == .notModified)
        #expect(answer.text.isEmpty)
        #expect(try await site.ask(.get, assets.path("console.css"), [.ifNoneMatch: "\"6\""]).status == .ok)
    }

    @Test(arguments: ["/assets/console.css", "/assets/console-0.css", "/assets/%FF", "/assets/..%2Fnotes.md"]) func nothingElseIsThere(
        path: String
    ) async throws {
        let answer = try await site.ask(.get, path)
        #expect(answer.status == .notFound)
        #expect(answer.headers[.requestID] == "request-1")
    }

    @Test func browsersThatAskForAnIconAreSentThere() async throws {
        #expect(try await site.ask(.get, "/favicon.ico").headers[.location] == assets.path("icon.svg"))
    }
}

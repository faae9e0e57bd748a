import Foundation
import Synchronization
import Testing

@testable import Remote

/// Uploads to a server that keeps pieces as the console does, and fails where a test says so.
@Suite struct RemoteUploadTests {
    /// What came so far.
    private final class Store: Sendable {
        private let bytes = Mutex<[UInt8]>([])

        var count: Int { bytes.withLock { $0.count } }
        var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }

        func append(_ text: String) { bytes.withLock { $0 += Array(text.utf8) } }

        /// - Returns: nil when the piece belongs elsewhere.
        func take(_ asked: RemoteServer.Asked) -> RemoteServer.Reply {
            guard asked.header("Upload-Offset") == "\(count)" else { return .json("{}", status: 409) }
            append(asked.body)
            return session
        }

        var session: RemoteServer.Reply { .json(#"{"id":"u1","offset":\#(count),"pieceLimit":16777216}"#) }
    }

    private static let build =
        #"{"id":"b1","platform":"ios","version":"2.3.0","buildNumber":"45","installURL":"https://c.example/i/x","more":[1]}"#

    /// 2.5 million bytes that are text, so that a server of ours can keep them as such.
    private static func file(_ scratch: RemoteScratch) throws -> String {
        let line = (0..<50_000).map { "line \($0)".padding(toLength: 49, withPad: ".", startingAt: 0) + "\n" }.joined()
        try scratch.write(line, "App.ipa")
        return scratch.file("App.ipa")
    }

    private func answer(_ asked: RemoteServer.Asked, _ store: Store) -> RemoteServer.Reply {
        switch (asked.method, asked.path) {
        case ("POST", "/api/v1/apps/demo/build-uploads"), ("GET", _): store.session
        case ("PATCH", _): store.take(asked)
        default: .json(Self.build, status: 201)
        }
    }

    @Test func aFileGoesInPieces() async throws {
        let (scratch, store) = (try RemoteScratch(), Store())
        let path = try Self.file(scratch)
        try await RemoteServer.run(
            { asked, _ in answer(asked, store) },
            { server in
                let seen = Mutex<[Int]>([])
                let order = RemoteUploadOrder(app: "demo", file: path, notes: "beta")
                let build = try await RemoteConsole.test(server).upload(order) { bytes, all in seen.withLock { $0.append(bytes * 100 / all) } }
                #expect(build.id == "b1" && build.json == Self.build)
                #expect(store.text == scratch.text("App.ipa"))
                let first = try #require(server.asked.first)
                #expect(
                    first.body.contains(#""sha256":"\#(try #require(scratch.bytes("App.ipa")).sha256)""#) && first.body.contains(#""notes":"beta""#)
                )
                #expect(server.asked.filter { $0.method == "PATCH" }.count == 2)
                #expect(seen.withLock { $0.first == 0 && $0.last == 100 && $0 == $0.sorted() })
            }
        )
    }

    @Test func whatIsThereIsNotSentAgain() async throws {
        let (scratch, store) = (try RemoteScratch(), Store())
        let path = try Self.file(scratch)
        store.append(String(try #require(scratch.text("App.ipa")).prefix(2_000_000)))
        try await RemoteServer.run(
            { asked, _ in answer(asked, store) },
            { server in
                _ = try await RemoteConsole.test(server).upload(RemoteUploadOrder(app: "demo", file: path))
                #expect(server.asked.filter { $0.method == "PATCH" }.map { $0.header("Upload-Offset") } == ["2000000"])
                #expect(store.text == scratch.text("App.ipa"))
            }
        )
    }

    @Test func aLostAnswerCostsNothing() async throws {
        let (scratch, store) = (try RemoteScratch(), Store())
        let path = try Self.file(scratch)
        try await RemoteServer.run(
            { asked, number in
                let reply = answer(asked, store)
                // The first piece comes, its answer does not; the third request finds the server away.
                if number == 2 { throw CancellationError() }
                return number == 4 ? .json("{}", status: 503) : reply
            },
            { server in
                _ = try await RemoteConsole.test(server).upload(RemoteUploadOrder(app: "demo", file: path))
                #expect(store.text == scratch.text("App.ipa"))
            }
        )
    }

    @Test func aConsoleThatStillLooksIntoTheFileIsAskedAgain() async throws {
        let (scratch, store) = (try RemoteScratch(), Store())
        try scratch.write("small", "App.apk")
        try await RemoteServer.run(
            { asked, number in
                asked.path.hasSuffix("completion") && number < 12 ? .json("{}", status: 503, headers: ["Retry-After": "0"]) : answer(asked, store)
            },
            { server in
                let build = try await RemoteConsole.test(server).upload(RemoteUploadOrder(app: "demo", file: scratch.file("App.apk")))
                #expect(build.version == "2.3.0")
            }
        )
    }

    @Test func aRefusalIsSaidAndNotRepeated() async throws {
        let (scratch, store) = (try RemoteScratch(), Store())
        try scratch.write("no package", "App.apk")
        let problem = #"{"detail":"Not accepted.","errors":[{"pointer":"/file","detail":"no archive"}]}"#
        try await RemoteServer.run(
            { asked, _ in asked.path.hasSuffix("completion") ? .json(problem, status: 422) : answer(asked, store) },
            { server in
                let order = RemoteUploadOrder(app: "demo", file: scratch.file("App.apk"))
                let said = await words { try await RemoteConsole.test(server).upload(order) }
                #expect(said == "Not accepted; /file: no archive")
                #expect(server.asked.count == 3)
            }
        )
    }

    @Test func whatIsNoFileIsNotSent() async throws {
        let scratch = try RemoteScratch()
        try scratch.write("", "empty.ipa")
        try await RemoteServer.run(
            { _, _ in .json("{}", status: 500) },
            { server in
                let console = try RemoteConsole.test(server)
                for name in ["missing.ipa", "empty.ipa", "."] {
                    let said = await words { try await console.upload(RemoteUploadOrder(app: "demo", file: scratch.file(name))) }
                    #expect(said.contains(name))
                }
                #expect(server.asked.isEmpty)
            }
        )
    }
}

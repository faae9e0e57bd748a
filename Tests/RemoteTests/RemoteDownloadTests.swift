import Foundation
import Synchronization
import Testing

@testable import Remote

@Suite struct RemoteDownloadTests {
    private let scratch: RemoteScratch
    private let content = [UInt8].noise(100_000)
    private let path = RemotePath(["modules", "MPLog", "artifact"])
    private var target: String { scratch.file("file") }

    init() throws {
        scratch = try RemoteScratch()
    }

    @Test func aBrokenDownloadIsGoneOnWith() async throws {
        try await RemoteServer.run(
            { [content] asked, number in .file(content, to: asked, cut: number < 3 ? 40_000 : nil) },
            { server in
                let seen = Mutex<[Int]>([])
                try await fetch(server) { bytes in seen.withLock { $0.append(bytes) } }
                #expect(scratch.bytes("file") == content)
                #expect(scratch.names() == ["file"])
                let starts = server.asked.map(\.start)
                #expect(starts.count == 3 && starts[0] == 0 && (1...40_000).contains(starts[1]) && (starts[1] + 1...80_000).contains(starts[2]))
                let progress = seen.withLock { $0 }
                #expect(progress.first == 0 && progress.last == content.count && progress == progress.sorted())
            }
        )
    }

    @Test func anotherCommandGoesOnWithIt() async throws {
        var patience = RemotePatience.short
        patience.attempts = 1
        try await RemoteServer.run(
            { [content] asked, number in .file(content, to: asked, cut: number == 1 ? 60_000 : nil) },
            { [patience] server in
                await #expect(throws: RemoteError.self) { try await fetch(server, patience) }
                #expect(scratch.names() == ["file.part", "file.part.etag"])
                try await fetch(server, patience)
                #expect(scratch.bytes("file") == content)
                #expect((1...60_000).contains(server.asked[1].start))
            }
        )
    }

    @Test func anotherFileOfTheServerStartsOver() async throws {
        let old = [UInt8].noise(99_000).reversed().map { $0 } + Array(repeating: 7, count: 1_000)
        try await RemoteServer.run(
            { [content] asked, number in
                number == 1 ? .file(old, etag: "\"old\"", to: asked, cut: 50_000) : .file(content, etag: "\"new\"", to: asked)
            },
            { server in
                try await fetch(server)
                #expect(scratch.bytes("file") == content)
                #expect(server.asked.map { $0.header("If-Range") } == [nil, "\"old\""])
            }
        )
    }

    @Test func aServerThatIgnoresRangesStartsOver() async throws {
        try await RemoteServer.run(
            { [content] _, number in .init(headers: ["ETag": "\"one\""], body: content, cut: number < 3 ? 50_000 : nil) },
            { server in
                try await fetch(server)
                #expect(scratch.bytes("file") == content)
                #expect(server.asked.count == 3)
            }
        )
    }

    @Test func withoutAStrongETagNothingIsGoneOnWith() async throws {
        try await RemoteServer.run(
            { [content] asked, number in .file(content, etag: "W/\"one\"", to: asked, cut: number == 1 ? 50_000 : nil) },
            { server in
                try await fetch(server)
                #expect(scratch.bytes("file") == content)
                #expect(server.asked.map { $0.header("Range") } == [nil, nil])
            }
        )
    }

    @Test func aRangeThatWasNotAskedForIsNotTaken() async throws {
        try await RemoteServer.run(
            { [content] asked, number in
                guard number == 2 else { return .file(content, to: asked, cut: number == 1 ? 50_000 : nil) }
                return .init(status: 206, headers: ["Content-Range": "bytes 0-99999/100000"], body: content)
            },
            { server in
                try await fetch(server)
                #expect(scratch.bytes("file") == content)
                #expect(server.asked.map { $0.header("Range") == nil } == [true, false, true])
            }
        )
    }

    @Test func aServerThatNeverGetsFurtherIsGivenUp() async throws {
        try await RemoteServer.run(
            { [content] asked, _ in .init(headers: ["ETag": "\"one\""], body: content, cut: 50_000) },
            { server in
                await #expect(throws: RemoteError.self) { try await fetch(server) }
                #expect((5...9).contains(server.asked.count))
            }
        )
    }

    @Test func aWrongDigestLeavesNothing() async throws {
        var other = content
        other[99_999] ^= 1
        try await RemoteServer.run(
            { [other] asked, _ in .file(other, to: asked) },
            { server in
                let said = await words { try await fetch(server) }
                #expect(said.hasPrefix("MPLog 1.0.0 came with another SHA-256"))
                #expect(scratch.names() == [])
            }
        )
    }

    @Test func aPartThatWasChangedOnDiskIsFound() async throws {
        var patience = RemotePatience.short
        patience.attempts = 1
        try await RemoteServer.run(
            { [content] asked, number in .file(content, to: asked, cut: number == 1 ? 60_000 : nil) },
            { [patience] server in
                await #expect(throws: RemoteError.self) { try await fetch(server, patience) }
                try #require(FileHandle(forWritingAtPath: scratch.file("file.part"))).write(contentsOf: [content[0] ^ 1])
                let said = await words { try await fetch(server, patience) }
                #expect(said.contains("another SHA-256"))
                #expect(scratch.names() == [])
                try await fetch(server, patience)
                #expect(scratch.bytes("file") == content)
            }
        )
    }

    @Test func anotherSizeIsNotWaitedFor() async throws {
        try await RemoteServer.run(
            { [content] asked, _ in .file(content + [1], to: asked) },
            { server in
                let said = await words { try await fetch(server) }
                #expect(said.hasPrefix("MPLog 1.0.0 has 100000 bytes by the catalogue, and 100001 came"))
                #expect(scratch.names() == [])
                #expect(server.asked.count == 1)
            }
        )
    }

    @Test func busyServersAreWaitedFor() async throws {
        try await RemoteServer.run(
            { [content] asked, number in
                number == 1 ? .json("{}", status: 429, headers: ["Retry-After": "0"]) : .file(content, to: asked)
            },
            { server in
                try await fetch(server)
                #expect(server.asked.count == 2)
            }
        )
    }

    @Test func whatIsThereIsNotFetchedAgain() async throws {
        try Data(content).write(to: URL(fileURLWithPath: target))
        try await RemoteServer.run(
            { _, _ in .json("{}", status: 500) },
            { server in
                try await fetch(server)
                #expect(server.asked.isEmpty)
            }
        )
    }

    @Test func oneCommandWritesAPartAtATime() async throws {
        let part = try RemotePart(of: target, limit: 10)
        #expect(part.length == 0)
        try await RemoteServer.run(
            { [content] asked, _ in .file(content, to: asked) },
            { server in
                let said = await words { try await fetch(server) }
                #expect(said.contains("another command is downloading"))
            }
        )
    }

    @Test func aLinkInPlaceOfThePartIsNotFollowed() async throws {
        try scratch.write("precious", "other")
        try FileManager.default.createSymbolicLink(atPath: target + ".part", withDestinationPath: scratch.file("other"))
        try await RemoteServer.run(
            { [content] asked, _ in .file(content, to: asked) },
            { server in
                await #expect(throws: RemoteError.self) { try await fetch(server) }
                #expect(scratch.text("other") == "precious")
            }
        )
    }

    private func fetch(
        _ server: RemoteServer,
        _ patience: RemotePatience = .short,
        _ progress: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let facts = RemoteFileFacts(name: "MPLog 1.0.0", size: content.count, sha256: content.sha256)
        try await RemoteConsole.test(server, patience: patience).download(path, to: target, expecting: facts, progress: progress)
    }

    private func words(_ work: () async throws -> Void) async -> String {
        do {
            try await work()
            return "done"
        } catch {
            return "\(error)"
        }
    }
}

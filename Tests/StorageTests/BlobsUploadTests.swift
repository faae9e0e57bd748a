import Foundation
import NIOHTTP1
import Signing
import Synchronization
import Testing

@testable import Storage

/// Files that go to S3 in parts, when something goes wrong on the way.
struct BlobsUploadTests {
    private let prefix = "uploads/\(Random.hex(6))"
    private let scratch: ScratchDirectory
    private let file: String
    /// 17 MB, in three parts.
    private let bytes = Random.bytes(17 << 20)
    private var id: BlobID { BlobID(of: bytes) }

    init() throws {
        scratch = try ScratchDirectory()
        file = scratch.path + "/file"
        try Data(bytes).write(to: URL(fileURLWithPath: file))
    }

    private func upload(
        _ faults: BlobsFaultProxy.Faults,
        _ test: @Sendable (_ blobs: S3Blobs, _ proxy: BlobsFaultProxy, _ straight: S3Blobs) async throws -> Void
    ) async throws {
        let moto = try await BlobsMoto.running()
        let straight = S3Blobs(try moto.place(prefix), BlobsMoto.key, S3Patience(attempt: .seconds(20), whole: .seconds(60)))
        let patience = S3Patience(attempts: 3, pause: .milliseconds(10), attempt: .seconds(20), whole: .seconds(60))
        try await BlobsFaultProxy.run(to: moto.endpoint, faults) { proxy in
            try await test(S3Blobs(try moto.place(prefix, endpoint: proxy.endpoint), BlobsMoto.key, patience), proxy, straight)
        }
    }

    /// What the store still keeps of uploads that are not complete.
    private func unfinished() async throws -> Int {
        let answer = try await BlobsMoto.running().ask(.GET, "?uploads&prefix=\(prefix)/")
        return try #require(S3Element.read(answer)).children.count { $0.name == "Upload" }
    }

    @Test func everyStepIsTriedAgain() async throws {
        try await upload(.init { _, number in number % 2 == 0 ? .pass : .answer(503, "SlowDown") }) { blobs, proxy, straight in
            try await blobs.put(file: file, sha256: id)
            #expect(try await straight.size(id) == bytes.count)
            let target = scratch.path + "/target"
            try await straight.download(id, to: target)
            #expect(try BlobsStage.bytes(of: target) == bytes)
            // Is it there, begin, three parts, complete: each twice.
            #expect(proxy.requests.count == 12)
            #expect(try await unfinished() == 0)
        }
    }

    @Test func partsThatDoNotArriveAbortTheUpload() async throws {
        try await upload(.init { head, _ in head.uri.contains("partNumber=2") ? .cutUpload(1 << 20) : .pass }) { blobs, proxy, straight in
            let error = await #expect(throws: StorageError.self) { try await blobs.put(file: file, sha256: id) }
            guard case .unavailable = error else { throw try #require(error) }
            #expect(try await straight.size(id) == nil)
            #expect(proxy.requests.last?.hasPrefix("DELETE") == true)
            #expect(try await unfinished() == 0)
        }
    }

    /// The store completed it, and the second attempt is told that there is no such upload.
    @Test func aLostAnswerToTheLastStepIsNoFailure() async throws {
        let isLast = { @Sendable (head: HTTPRequestHead) in head.method == .POST && head.uri.contains("uploadId=") }
        let lost = Latch()
        try await upload(.init { head, _ in isLast(head) && lost.isFirst() ? .loseAnswer : .pass }) { blobs, _, straight in
            try await blobs.put(file: file, sha256: id)
            #expect(try await straight.read(id) == bytes)
        }
    }

    /// S3 says 200 while it still puts parts together, and an error later in the same answer.
    @Test func anErrorInAGoodAnswerIsAFailure() async throws {
        try await upload(.init { head, _ in head.method == .POST && head.uri.contains("uploadId=") ? .answer(200, "InternalError") : .pass }) {
            blobs,
            _,
            straight in
            let error = await #expect(throws: StorageError.self) { try await blobs.put(file: file, sha256: id) }
            guard case .unavailable = error else { throw try #require(error) }
            #expect(try await straight.size(id) == nil)
            #expect(try await unfinished() == 0)
        }
    }

    @Test func cancellingAbortsTheUpload() async throws {
        try await upload(.init { head, _ in head.uri.contains("partNumber=2") ? .silence : .pass }) { blobs, proxy, straight in
            let task = Task { [file, id] in try await blobs.put(file: file, sha256: id) }
            while !proxy.requests.contains(where: { $0.contains("partNumber=2") }) { try await Task.sleep(for: .milliseconds(20)) }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await straight.size(id) == nil)
            #expect(try await unfinished() == 0)
        }
    }

    @Test func oldUploadsAreAbortedWhenTheListBegins() async throws {
        let moto = try await BlobsMoto.running()
        for _ in 1...2 { try await moto.ask(.POST, "/\(prefix)/\(id.place)?uploads") }
        let client = S3Client(try moto.place(prefix), BlobsMoto.key, S3Patience())
        // When moto says that all uploads have begun.
        let begun = try #require(S3Listing.date("2010-11-10T20:48:33.000Z"))
        try await S3Leftovers(client: client).clear(now: begun.addingTimeInterval(86_000))
        #expect(try await unfinished() == 2)
        try await S3Leftovers(client: client).clear(now: begun.addingTimeInterval(87_000))
        #expect(try await unfinished() == 0)
    }

    private final class Latch: Sendable {
        private let used = Mutex(false)

        func isFirst() -> Bool {
            used.withLock { used in
                defer { used = true }
                return !used
            }
        }
    }
}

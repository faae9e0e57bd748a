import Foundation
import NIOHTTP1
import Signing
import Synchronization
import Testing

@testable import Storage

/// S3's store in good and bad hours: moto, with a proxy before it that does what a test asks for.
struct BlobsS3Tests {
    private let prefix = "faults/\(Random.hex(6))"

    /// - Parameter patience: short, so that a test of giving up is short too.
    private func run(
        patience: S3Patience = S3Patience(pause: .milliseconds(10), attempt: .seconds(10), whole: .seconds(20)),
        faults: BlobsFaultProxy.Faults,
        _ test: @Sendable (_ blobs: S3Blobs, _ proxy: BlobsFaultProxy, _ straight: S3Blobs) async throws -> Void
    ) async throws {
        let moto = try await BlobsMoto.running()
        let straight = S3Blobs(try moto.place(prefix), BlobsMoto.key)
        try await BlobsFaultProxy.run(to: moto.endpoint, faults) { proxy in
            try await test(S3Blobs(try moto.place(prefix, endpoint: proxy.endpoint), BlobsMoto.key, patience), proxy, straight)
        }
    }

    private static let bytes = Random.bytes(50_000)
    private static let id = BlobID(of: bytes)

    /// Each of these on the first two attempts of every kind of request; the third gets through.
    @Test(arguments: [
        BlobsFaultProxy.Fault.answer(503, "SlowDown"), .answer(500, "InternalError"), .answer(429, "TooManyRequests"),
        .answer(409, "OperationAborted"),
        .cutUpload(0), .loseAnswer,
    ])
    func whatPassesIsTriedAgain(fault: BlobsFaultProxy.Fault) async throws {
        try await run(faults: .init { _, number in number % 3 == 0 ? .pass : fault }) { blobs, proxy, straight in
            #expect(try await blobs.put(Self.bytes) == Self.id)
            #expect(try await straight.read(Self.id) == Self.bytes)
            #expect(try await blobs.size(Self.id) == Self.bytes.count)
            #expect(try await blobs.read(Self.id) == Self.bytes)
            #expect(try await blobs.read(Self.id, 10..<20) == Array(Self.bytes[10..<20]))
            #expect(try await blobs.list(after: BlobID(of: [1]), limit: 1).count <= 1)
            try await blobs.remove(Self.id)
            #expect(try await straight.size(Self.id) == nil)
            #expect(proxy.requests.count == 18)
        }
    }

    @Test(arguments: [0, 1, 25_000, 49_999])
    func anAnswerThatIsCutIsReadAgain(count: Int) async throws {
        try await run(faults: .init { head, number in number == 2 ? .cutAnswer(count) : .pass }) { blobs, proxy, _ in
            _ = try await blobs.put(Self.bytes)
            #expect(try await blobs.read(Self.id) == Self.bytes)
            #expect(proxy.requests.count == 3)
        }
    }

    @Test(arguments: [BlobsFaultProxy.Fault.silence, .stall])
    func aStoreThatHangsIsAskedAgain(fault: BlobsFaultProxy.Fault) async throws {
        let patience = S3Patience(pause: .milliseconds(10), attempt: .seconds(3), whole: .seconds(20), rate: 1 << 30)
        let faults = BlobsFaultProxy.Faults { head, number in head.method == .GET && number == 2 ? fault : .pass }
        try await run(patience: patience, faults: faults) { blobs, proxy, straight in
            _ = try await straight.put(Self.bytes)
            #expect(try await blobs.size(Self.id) == Self.bytes.count)
            #expect(try await blobs.read(Self.id) == Self.bytes)
            #expect(proxy.requests.count == 3)
        }
    }

    @Test(arguments: [BlobsFaultProxy.Fault.answer(503, "SlowDown"), .cutUpload(0)])
    func aStoreThatStaysAwayIsGivenUp(fault: BlobsFaultProxy.Fault) async throws {
        let patience = S3Patience(attempts: 3, pause: .milliseconds(10), attempt: .seconds(20), whole: .seconds(60))
        try await run(patience: patience, faults: .init { _, _ in fault }) { blobs, proxy, _ in
            let error = await #expect(throws: StorageError.self) { try await blobs.put([1]) }
            guard case .unavailable(let message) = error else { throw try #require(error) }
            #expect(message.contains("the object store s3://console-tests/\(prefix)/ at \(proxy.endpoint)"))
            #expect(proxy.requests.count == 3)
        }
    }

    /// The proxy would be silent for a minute.
    @Test func aStoreThatGoesOnHangingIsGivenUpInTime() async throws {
        let patience = S3Patience(attempts: 3, pause: .milliseconds(10), attempt: .seconds(1), whole: .seconds(60), rate: 1 << 30)
        try await run(patience: patience, faults: .init { _, _ in .silence }) { blobs, proxy, _ in
            let start = ContinuousClock.now
            let error = await #expect(throws: StorageError.self) { try await blobs.put([1]) }
            guard case .unavailable(let message) = error else { throw try #require(error) }
            #expect(message.hasSuffix("no answer in time"))
            #expect(ContinuousClock.now - start < .seconds(50))
        }
    }

    /// Attempts that there would still be are not made when there is no time for them.
    @Test func timeRunsOutBeforeAttemptsDo() async throws {
        let patience = S3Patience(attempts: 50, pause: .seconds(30), attempt: .seconds(10), whole: .seconds(12))
        try await run(patience: patience, faults: .init { _, _ in .answer(503, "SlowDown") }) { blobs, proxy, _ in
            let error = await #expect(throws: StorageError.self) { try await blobs.put([1]) }
            guard case .unavailable = error else { throw try #require(error) }
            #expect(proxy.requests.count == 1)
        }
    }

    @Test func nobodyThereIsUnavailable() async throws {
        let place = try S3Place(url: "s3://bucket/x?endpoint=http://127.0.0.1:1")
        let blobs = S3Blobs(place, BlobsMoto.key, S3Patience(pause: .milliseconds(5)))
        let error = await #expect(throws: StorageError.self) { try await blobs.read(Self.id) }
        #expect(error == .unavailable("the object store s3://bucket/x/ at http://127.0.0.1:1: Connection refused"))
    }

    /// No attempt gets the whole of it there.
    @Test(arguments: [0, 1, 25_000, 49_999])
    func anUploadThatIsCutLeavesNoVisibleObject(count: Int) async throws {
        try await run(faults: .init { head, _ in head.method == .PUT ? .cutUpload(count) : .pass }) { blobs, _, straight in
            let error = await #expect(throws: StorageError.self) { try await blobs.put(Self.bytes) }
            guard case .unavailable = error else { throw try #require(error) }
            #expect(try await straight.size(Self.id) == nil)
            #expect(try await straight.list(after: nil, limit: 10) == [])
        }
    }

    /// A refusal is not asked again, and what the store says of keys and signed texts stays out of the message.
    @Test func aRefusalIsToldByItsCode() async throws {
        try await run(faults: .init { _, _ in .answer(403, "SignatureDoesNotMatch") }) { blobs, proxy, _ in
            let error = await #expect(throws: StorageError.self) { try await blobs.read(Self.id) }
            #expect(error?.description.contains("it answered 403 SignatureDoesNotMatch") == true)
            #expect(error?.description.contains(BlobsMoto.key.access) == false)
            #expect(proxy.requests.count == 1)
        }
    }

    @Test func aBucketThatIsNotThereIsNotAMissingBlob() async throws {
        let moto = try await BlobsMoto.running()
        let blobs = S3Blobs(try S3Place(url: "s3://no-such-bucket?endpoint=\(moto.endpoint)"), BlobsMoto.key)
        let error = await #expect(throws: StorageError.self) { try await blobs.read(Self.id) }
        #expect(error?.description.contains("404 NoSuchBucket") == true)
        await #expect(throws: StorageError.self) { try await blobs.put([1]) }
        await #expect(throws: StorageError.self) { try await blobs.list(after: nil, limit: 1) }
    }

    @Test func aBitThatFlipsOnItsWayIsFound() async throws {
        try await run(faults: .init { head, _ in head.method == .GET ? .flipBit : .pass }) { blobs, _, straight in
            _ = try await straight.put(Self.bytes)
            let error = await #expect(throws: BlobError.self) { try await blobs.read(Self.id) }
            guard case .damaged(Self.id, _) = error else { throw try #require(error) }
        }
    }

    @Test func aStoreWithoutConditionsTakesObjectsAllTheSame() async throws {
        let conditions = Mutex(0)
        try await run(
            faults: .init { head, _ in
                guard head.headers.contains(name: "If-None-Match") else { return .pass }
                conditions.withLock { $0 += 1 }
                return .answer(501, "NotImplemented")
            }
        ) { blobs, _, straight in
            #expect(try await blobs.put(Self.bytes) == Self.id)
            #expect(try await blobs.put(Self.bytes) == Self.id)
            _ = try await blobs.put([1])
            #expect(try await straight.read(Self.id) == Self.bytes)
        }
        #expect(conditions.withLock { $0 } == 1)
    }

    @Test func whatIsThereIsNotWrittenAgain() async throws {
        try await run(faults: .init { _, _ in .pass }) { blobs, _, straight in
            let first = try await straight.put(Self.bytes)
            let date = try await straight.list(after: nil, limit: 1)[0].date
            try await Task.sleep(for: .milliseconds(1_100))
            #expect(try await blobs.put(Self.bytes) == first)
            #expect(try await straight.list(after: nil, limit: 1)[0].date == date)
        }
    }

    @Test func listsGoOnBehindAThousand() async throws {
        let moto = try await BlobsMoto.running()
        let ids = (0..<1_005).map { BlobID(of: Array("\($0)".utf8)) }.sorted()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for start in 0..<8 {
                group.addTask {
                    for place in stride(from: start, to: ids.count, by: 8) { try await moto.ask(.PUT, "/\(prefix)/\(ids[place].place)", [1]) }
                }
            }
            try await group.waitForAll()
        }
        let blobs = S3Blobs(try moto.place(prefix), BlobsMoto.key)
        #expect(try await blobs.list(after: nil, limit: 2_000).map(\.id) == ids)
        #expect(try await blobs.list(after: ids[3], limit: 1_001).map(\.id) == Array(ids[4...]))
        #expect(try await blobs.list(after: ids[3], limit: 2).map(\.id) == Array(ids[4...5]))
    }
}

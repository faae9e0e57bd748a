import Formats
import Foundation
import Storage
import Synchronization
import TestSupport
import Testing
import Web

@testable import Console

struct PackageJobTests {
    private func state(_ room: PackageRoom, _ package: Package) async throws -> PackageState {
        try await room.packages.package(package.id, of: "demo").state
    }

    /// The console's own, on another store.
    private func writer(_ room: PackageRoom, _ blobs: any Blobs) throws -> PackageWriter {
        let server = room.console.server
        let scratch = try PackageScratch(directory: "\(room.data)/other-packages")
        return PackageWriter(
            database: server.database,
            blobs: blobs,
            modules: server.modules.index,
            catalogue: server.packageWriter.catalogue,
            clock: server.clock,
            scratch: scratch
        )
    }

    /// What its log says is wrong with it.
    private func fault(_ room: PackageRoom, _ package: Package) async throws -> Message? {
        let jobs = room.console.server.jobs
        let job = try await jobs.job(package.job)
        #expect(job.state == .failed && job.error.value == "packageFault")
        return try await jobs.lines(of: package.job).items.last { $0.message.key.hasPrefix("packages.fault.") }?.message
    }

    private func leftovers(_ room: PackageRoom) -> [String] {
        ["packages", "other-packages"].flatMap { (try? FileManager.default.contentsOfDirectory(atPath: "\(room.data)/\($0)")) ?? [] }
    }

    @Test func itIsReadyWhenItsJobIsDone() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let package = try await room.ready(PackageRoom.choice("MPHttpClient"))
            #expect(package.state == .ready && package.readyAt.value != nil)
            let blob = try #require(package.sha256.value.flatMap { BlobID($0) })
            #expect(try await room.console.server.blobs.size(blob) == package.size.value)
            let job = try await room.console.server.jobs.job(package.job)
            #expect(job.state == .done && job.result.value == package.id)
            #expect(leftovers(room).isEmpty)
        }
    }

    /// As from S3: the files come and go, and the archive is the same.
    @Test func aStoreElsewhereGivesTheSameArchive() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let here = try await room.ready(PackageRoom.choice("MPHttpClient"))
            let package = try await room.create(PackageRoom.choice("MPHttpClient"))
            let store = DistantBlobs(room.console.server.blobs)
            #expect(try await room.worker(writer(room, store)).tick())
            let there = try await room.packages.package(package.id, of: "demo")
            #expect(there.state == .ready && there.sha256.value == here.sha256.value)
            #expect(store.downloads.withLock { $0 } == 3 && leftovers(room).isEmpty)
        }
    }

    @Test func aFileThatIsGoneOrDamagedNamesItsModule() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let log = try #require(room.console.server.modules.index.catalogue(.ios).versions(of: "MPLog").first).artifact
            let path = try #require(try await room.console.server.blobs.localPath(log.sha256))
            let whole = try Data(contentsOf: URL(fileURLWithPath: path))
            var damaged = whole
            damaged[damaged.count / 3] ^= 1
            try damaged.write(to: URL(fileURLWithPath: path))
            let package = try await room.create(PackageRoom.choice("MPHttpClient"))
            #expect(try await room.worker().tick())
            #expect(try await fault(room, package) == Message("packages.fault.changed", ["module": "MPLog", "version": "1.0.0"]))
            #expect(try await state(room, package) == .failed && leftovers(room).isEmpty)

            try FileManager.default.removeItem(atPath: path)
            try await room.packages.retry(package.id, of: "demo", by: PackageRoom.actor)
            #expect(try await state(room, package) == .waiting)
            #expect(try await room.worker().tick())
            let gone = try #require(try await fault(room, package))
            #expect(gone.key == "packages.fault.unreadable" && gone.arguments["module"] == "MPLog" && gone.arguments["version"] == "1.0.0")

            try whole.write(to: URL(fileURLWithPath: path))
            try await room.packages.retry(package.id, of: "demo", by: PackageRoom.actor)
            #expect(try await room.worker().tick())
            #expect(try await state(room, package) == .ready)
        }
    }

    @Test func modulesThatBringTheSameFileAreNamed() async throws {
        try await PackageRoom.run { room in
            try await room.publish("MPLog", more: ["UI.bundle/a": "1"])
            try await room.publish("MPUI", more: ["ui.bundle/a": "2"])
            let package = try await room.create(PackageRoom.choice("MPLog", "MPUI"))
            #expect(try await room.worker().tick())
            let twice = try #require(try await fault(room, package))
            #expect(twice.key == "packages.fault.twice" && twice.arguments["module"] == "MPUI")
            #expect(twice.arguments["file"]?.lowercased().contains("ui.bundle") == true)
        }
    }

    @Test func aCancelledOneStopsAndIsTakenUpAgain() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let waiting = try await room.create(PackageRoom.choice("MPLog"))
            try await room.packages.cancel(waiting.id, of: "demo", by: PackageRoom.actor)
            #expect(try await state(room, waiting) == .cancelled)
            #expect(await problem { try await room.packages.cancel(waiting.id, of: "demo", by: PackageRoom.actor) }?.kind == .conflict)

            let package = try await room.create(PackageRoom.choice("MPHttpClient"))
            let store = DistantBlobs(room.console.server.blobs, isSlow: true)
            let worker = room.worker(try writer(room, store), life: .milliseconds(500))
            async let ran = worker.tick()
            #expect(try await eventually { store.downloads.withLock { $0 } > 0 })
            #expect(try await state(room, package) == .writing)
            try await room.packages.cancel(package.id, of: "demo", by: PackageRoom.actor)
            #expect(try await ran)
            #expect(try await state(room, package) == .cancelled && leftovers(room).isEmpty)
            #expect(store.downloads.withLock { $0 } == 1)

            try await room.packages.retry(package.id, of: "demo", by: PackageRoom.actor)
            #expect(await problem { try await room.packages.retry(package.id, of: "demo", by: PackageRoom.actor) }?.kind == .conflict)
            #expect(try await room.worker().tick())
            #expect(try await state(room, package) == .ready)
        }
    }

    /// The archive is stored when the job is cancelled: the transaction that would make it visible is refused.
    @Test func whatIsCancelledAtTheLastMomentIsNotReady() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let package = try await room.create(PackageRoom.choice("MPLog"))
            let store = DistantBlobs(room.console.server.blobs) { try await room.packages.cancel(package.id, of: "demo", by: .console) }
            #expect(try await room.worker(writer(room, store)).tick())
            #expect(try await state(room, package) == .cancelled)
            #expect(try await room.packages.package(package.id, of: "demo").sha256.value == nil)
        }
    }

    /// A node that died is taken over when its lease is over, and what it left is cleared at its start.
    @Test func aKilledOneIsDoneByAnother() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let package = try await room.create(PackageRoom.choice("MPLog"))
            let claim = try await room.console.server.database.write(.readCommitted) {
                try $0.claimJob(of: ["package.write"], by: "dead", for: .zero)
            }
            #expect(claim != nil)
            #expect(try await eventually { try await room.worker(as: "b").tick() })
            #expect(try await state(room, package) == .ready)
            let folder = "\(room.data)/left"
            try FileManager.default.createDirectory(atPath: "\(folder)/job-1", withIntermediateDirectories: true)
            _ = try PackageScratch(directory: folder)
            #expect(!FileManager.default.fileExists(atPath: "\(folder)/job-1"))
        }
    }

    @Test func oneWhoseJobIsForgottenHasFailed() async throws {
        try await PackageRoom.run { room in
            try await room.fill()
            let package = try await room.create(PackageRoom.choice("MPLog"))
            let done = try await room.create(PackageRoom.choice("MPBase"))
            try await room.packages.cancel(package.id, of: "demo", by: PackageRoom.actor)
            #expect(try await room.worker().tick())
            try await room.console.server.database.write { _ = try $0.run("DELETE FROM job") }
            #expect(try await state(room, package) == .failed)
            #expect(try await state(room, done) == .ready)
            #expect(
                await problem { try await room.packages.retry(package.id, of: "demo", by: PackageRoom.actor) }?.detail.key
                    == "packages.retry.forgotten"
            )
        }
    }
}

/// A store that is no directory of this machine.
private final class DistantBlobs: Blobs {
    let downloads = Mutex(0)
    private let inner: any Blobs
    private let isSlow: Bool
    private let stored: @Sendable () async throws -> Void

    /// - Parameter stored: called when an archive has been put.
    init(_ inner: any Blobs, isSlow: Bool = false, stored: @escaping @Sendable () async throws -> Void = {}) {
        self.inner = inner
        self.isSlow = isSlow
        self.stored = stored
    }

    func put(_ bytes: [UInt8]) async throws -> BlobID { try await inner.put(bytes) }
    func put(file path: String, sha256: BlobID) async throws { try await inner.put(file: path, sha256: sha256) }

    func adopt(file path: String, sha256: BlobID) async throws {
        try await inner.adopt(file: path, sha256: sha256)
        try await Database.$guardian.withValue(nil) { try await stored() }
    }

    func localPath(_ id: BlobID) async throws -> String? { nil }
    func read(_ id: BlobID) async throws -> [UInt8] { try await inner.read(id) }
    func read(_ id: BlobID, _ range: Range<Int>) async throws -> [UInt8] { try await inner.read(id, range) }
    func size(_ id: BlobID) async throws -> Int? { try await inner.size(id) }

    func download(_ id: BlobID, to path: String) async throws {
        downloads.withLock { $0 += 1 }
        if isSlow { try await Task.sleep(for: .seconds(30)) }
        try await inner.download(id, to: path)
    }

    func remove(_ id: BlobID) async throws { try await inner.remove(id) }
    func list(after: BlobID?, limit: Int) async throws -> [BlobListed] { try await inner.list(after: after, limit: limit) }
}

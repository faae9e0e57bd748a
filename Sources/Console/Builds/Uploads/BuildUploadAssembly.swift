import Foundation
import Logging
import NIOPosix
import Signing
import Storage
import Web

/// Makes a build of a file that came in pieces: one node puts them together, looks into the whole and keeps it.
///
/// It goes on when whoever asked for it goes away, and its outcome stays with the upload: who asks once more gets it, from any node.
struct BuildUploadAssembly: Sendable {
    let uploads: BuildUploads
    let builds: Builds
    let delivery: BuildDelivery
    let apps: Apps
    /// Where files are put for a moment.
    let directory: String

    private static let logger = Logger(label: "build uploads")

    /// What became of a whole file.
    /// - Parameter key: of the build request that it was built for.
    /// - Throws: `notFound`; `conflict` while pieces are missing; `unavailable` when it takes longer than somebody can be kept waiting; otherwise why
    ///   the file is refused, as ``Builds/take(_:of:from:by:)``.
    func build(_ id: String, of app: String, _ key: BuildAgentKey?, by actor: Actor) async throws -> Build {
        let upload = try await uploads.upload(id, of: app)
        switch upload.state {
        case .receiving: throw Problem(.conflict, "buildUploads.unfinished", ["offset": "\(upload.offset)"])
        case .received: try await begin(id, key, by: actor)
        case .taken, .refused: break
        }
        return try await outcome(of: id, app)
    }

    private func begin(_ id: String, _ key: BuildAgentKey?, by actor: Actor) async throws {
        let order = try await uploads.database.write { try $0.claimBuildUpload(id) }
        if let order { Task { await settle(order, key, by: actor) } }
    }

    /// Looks every now and then: another node may be at it.
    private func outcome(of id: String, _ app: String) async throws -> Build {
        let end = ContinuousClock.now + BuildUploadLimits.patience
        repeat {
            let upload = try await uploads.upload(id, of: app)
            if let build = upload.build.value { return try await builds.build(build, of: app) }
            if let refusal = try await uploads.database.read({ try $0.buildUploadRefusal(id) }) { throw refusal.problem }
            try await Task.sleep(for: .milliseconds(100))
        } while .now < end
        throw Problem(.unavailable, "buildUploads.busy", retryAfter: 1)
    }

    /// Writes down what came out. What only failed for now is free for another attempt.
    private func settle(_ order: BuildUploadOrder, _ key: BuildAgentKey?, by actor: Actor) async {
        do {
            let build = try await take(order, key, by: actor)
            try await uploads.end(order.id) { try $0.buildUploadWasTaken(order.id, as: build.id) }
        } catch let problem as Problem where ![.unavailable, .internal, .limited].contains(problem.kind) {
            await refuse(order, problem)
        } catch {
            Self.logger.warning("an upload was not put together", metadata: ["upload": "\(order.id)", "error": "\(error)"])
            try? await uploads.database.write { try $0.releaseBuildUpload(order.id) }
        }
    }

    private func refuse(_ order: BuildUploadOrder, _ problem: Problem) async {
        do {
            try await uploads.end(order.id) { try $0.buildUploadWasRefused(order.id, BuildUploadRefusal(problem)) }
        } catch {
            // The claim lapses, and who asks once more finds out the same.
            Self.logger.warning("a refusal was not written down", metadata: ["upload": "\(order.id)", "error": "\(error)"])
        }
    }

    private func take(_ order: BuildUploadOrder, _ key: BuildAgentKey?, by actor: Actor) async throws -> Build {
        let file = try await assemble(order)
        if let sha256 = order.sha256, sha256 != file.sha256.text { throw Problem.invalid("sha256", "buildUploads.sha256.other") }
        try await uploads.database.write { try $0.prolongBuildUpload(order.id, for: BuildUploadLimits.taking) }
        guard order.request != nil else {
            return try await builds.take(file, of: try apps.app(order.app), from: BuildSource(notes: order.notes), by: actor).build
        }
        guard let key else { throw Problem(.conflict, "buildRequests.lease.lost") }
        return try await delivery.take(file, of: try await delivery.agents.request(key), key, by: actor).build
    }

    private func assemble(_ order: BuildUploadOrder) async throws -> FileUpload {
        let pieces = try await uploads.database.read { try $0.buildUploadPieces(order.id) }
        let file = try BuildUploadFile("\(directory)/\(Random.hex(8)).part")
        for piece in pieces {
            let bytes = try await uploads.blobs.read(piece.blob)
            guard bytes.count == piece.size + BuildUploadPiece.salt else { throw BlobError.damaged(piece.blob, "it has \(bytes.count) bytes") }
            try await NIOThreadPool.singleton.runIfActive { try file.write(bytes.dropFirst(BuildUploadPiece.salt), at: piece.start) }
            try await uploads.database.write { try $0.prolongBuildUpload(order.id, for: BuildUploadLimits.busy) }
        }
        return try file.finish(order.fileName, size: order.size)
    }
}

/// The whole file while it grows; hashed on the way. It goes with its last holder.
private final class BuildUploadFile: @unchecked Sendable {
    private let file: TemporaryFile
    private let target: AppendFile
    private let sha256 = Digest.Stream(.sha256)
    private let md5 = Digest.Stream(.md5)
    private var size = 0

    init(_ path: String) throws {
        file = TemporaryFile(path)
        target = try AppendFile(path, length: 0)
    }

    /// One after the other: each is waited for before the next comes.
    func write(_ bytes: ArraySlice<UInt8>, at start: Int) throws {
        guard start == size else { throw StorageError.disk("the pieces of \(file.path) do not fit together at \(start)") }
        let bytes = Array(bytes)
        try target.write(bytes, at: size)
        sha256.update(bytes)
        md5.update(bytes)
        size += bytes.count
    }

    func finish(_ name: String, size expected: Int) throws -> FileUpload {
        guard size == expected else { throw StorageError.disk("\(file.path) has \(size) bytes, \(expected) were received") }
        return FileUpload(file, size: size, sha256: BlobID(digest: sha256.finish()), md5: Hex.encode(md5.finish()), name: name)
    }
}

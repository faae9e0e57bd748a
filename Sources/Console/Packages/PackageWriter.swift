import Formats
import Foundation
import Signing
import Storage
import Web

/// Does the jobs that write archives. While one is written the data directory holds it, and beside a store that is no directory of this machine
/// also the files of its modules. Nobody sees anything of it before all is stored: then the package is ready and the job done, in one transaction.
struct PackageWriter: Sendable {
    let database: Database
    let blobs: any Blobs
    let modules: ModuleIndex
    let catalogue: Catalogue
    var clock: Clock
    let scratch: PackageScratch
    let threads = PackageThreads()

    @Sendable func write(_ order: PackageOrder, _ run: JobRun) async throws {
        let app = run.app ?? ""
        run.report(0, "packageCollecting")
        let contents = try await contents(order, of: app)
        try await scratch.folder("\(run.job)-\(run.token)") { folder in
            let (manifest, attempt) = (contents.manifest, "\(run.attempt)")
            run.note("packages.log.begun", ["version": manifest.packageVersion, "modules": "\(manifest.modules.count)", "attempt": attempt])
            let parts = try await parts(of: manifest, in: folder, run)
            let file = try await write(PackageArchive(contents: contents, catalogue: catalogue, parts: parts), in: folder, run)
            run.report(0.95, "packageStoring")
            run.note("packages.log.written", ["bytes": "\(file.size)", "sha256": file.sha256.text])
            try await store(file, order, of: app, run)
        }
    }

    /// As they were when the package was asked for.
    private func contents(_ order: PackageOrder, of app: String) async throws -> PackageContents {
        guard let stored = try await database.read({ try $0.packageManifest(app, order.package) }) else { throw JobHopeless(word: "packageGone") }
        let contents = try PackageContents(PackageManifest(stored: stored.text), order.extras)
        guard contents.digest == stored.digest else { throw JobHopeless(word: "packageChanged") }
        return contents
    }

    // MARK: modules

    private func parts(of manifest: PackageManifest, in folder: String, _ run: JobRun) async throws -> [PackagePart] {
        var parts: [PackagePart] = []
        for (place, module) in manifest.modules.enumerated() {
            try Task.checkCancellation()
            let version = try version(of: module, on: manifest.platform)
            do {
                let path = try await path(of: version.artifact.sha256, in: folder)
                parts.append(PackagePart(module: module, version: version, path: path))
                run.note("packages.log.module", ["name": module.name, "version": module.version, "bytes": "\(module.size)"])
            } catch let error as BlobError {
                throw fault("unreadable", ["module": module.name, "version": module.version, "reason": "\(error)"], run)
            }
            run.report(0.3 * Double(place + 1) / Double(manifest.modules.count))
        }
        return parts
    }

    private func version(of module: ManifestModule, on platform: Platform) throws -> ModuleVersion {
        guard let version = modules.catalogue(platform).version(module.version, of: module.name), version.artifact.sha256.text == module.sha256 else {
            throw PackageModuleMissing(module: module.name, version: module.version)
        }
        return version
    }

    /// Of a store elsewhere the file is fetched, and stays until the archive is written.
    private func path(of blob: BlobID, in folder: String) async throws -> String {
        if let path = try await blobs.localPath(blob) { return path }
        let path = "\(folder)/\(blob)"
        if !FileManager.default.fileExists(atPath: path) { try await blobs.download(blob, to: path) }
        return path
    }

    // MARK: the archive

    private struct Written: Sendable {
        let path: String
        let sha256: BlobID
        let size: Int
    }

    /// What the modules' files hold is verified while they are copied, and what was copied is hashed.
    private func write(_ archive: PackageArchive, in folder: String, _ run: JobRun) async throws -> Written {
        let path = "\(folder)/package.zip"
        run.report(0.3, "packageWriting")
        do {
            async let verified: Void = threads.run { stop in try Self.verify(archive.parts, stop) }
            let sha256 = try await threads.run { stop in try Self.hashed(archive, to: path, stop) { run.report(0.3 + 0.6 * $0) } }
            try await verified
            return Written(path: path, sha256: sha256, size: try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0)
        } catch let error as PackageArchiveError {
            throw fault(error.word, error.arguments, run)
        } catch ZipError.full {
            throw StorageError.full("the archive needs more than there is in the data directory")
        } catch ZipError.damaged(let entry) {
            // The verification would tell the module, if its file were not what was published.
            throw fault("damaged", ["entry": entry ?? "-"], run)
        }
    }

    private static func hashed(_ archive: PackageArchive, to path: String, _ stop: PackageStop, progress: (Double) -> Void) throws -> BlobID {
        let follower = DigestFollower("\(path).part")
        let written = Result { try archive.write(to: path, progress: progress, isStopped: { stop.isSet }, settled: follower.advance) }
        let digest = Result { try follower.finish() }
        try written.get()
        return try BlobID(digest: digest.get())
    }

    private static func verify(_ parts: [PackagePart], _ stop: PackageStop) throws {
        for part in parts where try PackageFileDigest.sha256(of: part.path, stop).text != part.module.sha256 {
            throw PackageArchiveError(module: part.module.name, reason: .notAsPublished(part.module.version))
        }
    }

    /// What is wrong stands in the job's log, in each reader's language.
    private func fault(_ word: String, _ arguments: [String: String], _ run: JobRun) -> JobHopeless {
        run.note("packages.fault.\(word)", arguments)
        return JobHopeless(word: "packageFault")
    }

    private func store(_ file: Written, _ order: PackageOrder, of app: String, _ run: JobRun) async throws {
        try await blobs.adopt(file: file.path, sha256: file.sha256)
        do {
            try await database.write { [clock] connection in
                try connection.packageIsReady(app, order.package, sha256: file.sha256, size: file.size, at: clock.now)
                try run.finish(order.package, in: connection)
            }
        } catch let error as JobLost {
            try await forget(file.sha256, of: app)
            throw error
        }
    }

    /// Of an app that is being deleted nobody would remove it. Otherwise it may be another node's by now, or will be when the job is taken up again; and an
    /// archived app keeps its packages, of which one may have the same archive.
    private func forget(_ blob: BlobID, of app: String) async throws {
        let isLeft = try await Database.$guardian.withValue(nil) {
            try await database.read { connection in
                let owner = try connection.app(app)
                return try (owner == nil || owner?.archivedAt != nil) && !connection.isBlobNeeded(blob, besidesPackagesOf: "")
            }
        }
        if isLeft { try await blobs.remove(blob) }
    }
}

/// A version that this node's catalogue does not have yet.
struct PackageModuleMissing: Error, CustomStringConvertible {
    let module: String
    let version: String

    var description: String { "\(module) \(version) is not in the catalogue" }
}

/// Of a file of any size.
enum PackageFileDigest {
    static func sha256(of path: String, _ stop: PackageStop) throws -> BlobID {
        let digest = Digest.Stream(.sha256)
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
        for start in stride(from: 0, to: size, by: piece) {
            try stop.check()
            digest.update(try AppendFile.read(path, at: start, count: min(piece, size - start)))
        }
        return BlobID(digest: digest.finish())
    }

    private static let piece = 1 << 20
}

import Formats
import Foundation
import Signing
import Storage
import Web

/// Looks into a zip of a `.p12` and a provisioning profile, in a child process as into any archive from outside.
struct CertificateArchive: Sendable {
    let inspector: FileInspector
    /// Where the archive is put for a moment.
    let directory: String

    /// Files of interest in it; others, such as those that the Finder packs beside, are passed over.
    private static let kinds = [".p12", ".pfx", ".p8", ".mobileprovision", ".provisionprofile"]
    private static let most = 8

    /// - Throws: `invalid` for what is no archive, or has none or too many of these files.
    func files(in archive: CertificateFile) async throws -> [CertificateFile] {
        let file = try write(archive.bytes)
        let purpose = FilePurpose.certificate
        let entries = try await named(archive) { try await inspector.inspect(file.path, as: purpose).entries }
        let wanted = entries.map(\.path).filter(Self.isWanted)
        guard !wanted.isEmpty else { throw archive.refused("empty") }
        guard wanted.count <= Self.most else { throw archive.refused("tooMany") }
        var found: [CertificateFile] = []
        for name in Set(wanted.map(Self.last)).sorted() {
            let contents = try await named(archive) {
                try await inspector.contents(of: file.path, named: name, upTo: CertificateLimits.file, as: purpose)
            }
            for (path, bytes) in contents where Self.isWanted(path) {
                found.append(CertificateFile(field: archive.field, name: "\(archive.name): \(path)", bytes: bytes))
            }
        }
        return found
    }

    /// Says which field it was when the child refuses the archive.
    private func named<Value>(_ archive: CertificateFile, _ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let problem as Problem {
            throw problem.renamed { $0 == "file" ? archive.field : $0 }
        }
    }

    /// For the owner only; what it holds is sealed with a password anyway.
    private func write(_ bytes: [UInt8]) throws -> TemporaryFile {
        let file = TemporaryFile("\(directory)/\(Random.hex(8)).part")
        let isWritten = FileManager.default.createFile(atPath: file.path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        guard isWritten else { throw Problem(.unavailable, "files.full", retryAfter: 60) }
        return file
    }

    private static func isWanted(_ path: String) -> Bool {
        !path.hasPrefix("__MACOSX/") && !last(path).hasPrefix("._") && kinds.contains { path.lowercased().hasSuffix($0) }
    }

    private static func last(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

extension FilePurpose {
    /// A zip of two small files.
    static let certificate = FilePurpose(
        limits: ZipLimits(maxEntries: 100, maxDirectory: 64 << 10, maxUnpacked: 4 << 20),
        seconds: 5,
        megabytes: 64
    )
}

import Foundation
import Storage

/// Files of symbols where a program of this node can open them: the store's own where it is a directory, or copies, of which those that were not
/// used for the longest go when there are too many.
public actor SymbolCache {
    private let blobs: any Blobs
    private let directory: String
    /// Bytes.
    private let limit: Int
    private var copies: [BlobID: Copy] = [:]
    private var downloads: [BlobID: Task<String, any Error>] = [:]

    private struct Copy {
        let size: Int
        var used: ContinuousClock.Instant
    }

    /// One that was asked for just now may not be open yet.
    private static let grace = Duration.seconds(60)

    /// - Parameter directory: this console's alone; made (0700) when it is missing. What is in it is used again.
    init(blobs: any Blobs, directory: String, limit: Int = SymbolLimits.cache) throws {
        (self.blobs, self.directory, self.limit) = (blobs, directory, limit)
        let files = FileManager.default
        try files.createDirectory(atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for name in try files.contentsOfDirectory(atPath: directory) {
            let size = (try? files.attributesOfItem(atPath: "\(directory)/\(name)")[.size]) as? Int
            // A copy that was cut short has another name.
            if let blob = BlobID(name), let size { copies[blob] = Copy(size: size, used: .now - Self.grace) } else { unlink("\(directory)/\(name)") }
        }
    }

    /// - Throws: `BlobError.missing` when the store has lost it.
    func path(_ blob: BlobID) async throws -> String {
        if let path = try await blobs.localPath(blob) { return path }
        if copies[blob] != nil {
            copies[blob]?.used = .now
            return "\(directory)/\(blob)"
        }
        if let download = downloads[blob] { return try await download.value }
        let download = Task { try await copy(blob) }
        downloads[blob] = download
        defer { downloads[blob] = nil }
        return try await download.value
    }

    private func copy(_ blob: BlobID) async throws -> String {
        guard let size = try await blobs.size(blob) else { throw BlobError.missing(blob) }
        makeRoom(for: size)
        let (path, part) = ("\(directory)/\(blob)", "\(directory)/\(blob).part")
        unlink(part)
        try await blobs.download(blob, to: part)
        guard rename(part, path) == 0 else { throw StorageError.disk(path) }
        copies[blob] = Copy(size: size, used: .now)
        return path
    }

    private func makeRoom(for size: Int) {
        var total = copies.values.reduce(size) { $0 + $1.size }
        for (blob, copy) in copies.sorted(by: { $0.value.used < $1.value.used }) where total > limit && copy.used < .now - Self.grace {
            unlink("\(directory)/\(blob)")
            copies[blob] = nil
            total -= copy.size
        }
    }
}

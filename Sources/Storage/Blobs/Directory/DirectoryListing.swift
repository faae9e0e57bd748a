import Foundation

/// The blobs in a directory, in the order of their ids. What has no blob's name is passed over.
struct DirectoryListing {
    private let directory: String

    init(_ directory: String) {
        self.directory = directory
    }

    func blobs(after: BlobID?, limit: Int) throws -> [BlobListed] {
        var found: [BlobListed] = []
        for folder in try names(directory).sorted() where folder.utf8.count == 2 && folder >= (after?.text.prefix(2) ?? "") {
            found += try blobs(in: folder, after: after, limit: limit - found.count)
            if found.count >= limit { break }
        }
        return found
    }

    private func blobs(in folder: String, after: BlobID?, limit: Int) throws -> [BlobListed] {
        guard limit > 0 else { return [] }
        let ids = try names("\(directory)/\(folder)").compactMap { BlobID(place: "\(folder)/\($0)") }
        var found: [BlobListed] = []
        for id in ids.sorted() where found.count < limit && (after.map { $0 < id } ?? true) {
            // One that was removed meanwhile is left out.
            guard let status = try BlobFile.status("\(directory)/\(id.place)") else { continue }
            found.append(BlobListed(id: id, size: status.size, date: status.date))
        }
        return found
    }

    /// None where there is no directory.
    private func names(_ path: String) throws -> [String] {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: path)
    }
}

/// Files that a console was writing when it ended.
struct DirectoryLeftovers {
    private let incoming: String
    /// Nobody writes for so long; younger ones may be somebody's.
    private static let age = 3_600.0

    init(_ incoming: String) {
        self.incoming = incoming
    }

    func clear(now: Date) throws {
        guard FileManager.default.fileExists(atPath: incoming) else { return }
        for name in try FileManager.default.contentsOfDirectory(atPath: incoming) where name.hasSuffix(".part") {
            let path = "\(incoming)/\(name)"
            guard let status = try BlobFile.status(path), now.timeIntervalSince(status.date) > Self.age else { continue }
            unlink(path)
        }
    }
}

import Foundation
import Signing
import Testing

@testable import Storage

/// What only the directory's store has: files, their rights, and what a dead process leaves.
struct BlobsDirectoryTests {
    private let scratch: ScratchDirectory
    private let blobs: DirectoryBlobs
    private var directory: String { scratch.path + "/objects" }

    init() throws {
        scratch = try ScratchDirectory()
        blobs = DirectoryBlobs(directory: scratch.path + "/objects")
    }

    @Test func filesAreTheOwnersInFoldersByTheirFirstDigits() async throws {
        let id = try await blobs.put([1, 2, 3])
        let path = "\(directory)/\(id.place)"
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data([1, 2, 3]))
        #expect(try permissions(path) == 0o600)
        for folder in [directory, "\(directory)/\(id.text.prefix(2))", "\(directory)/incoming"] { #expect(try permissions(folder) == 0o700) }
    }

    @Test func nothingIsMadeBeforeTheFirstBlob() async throws {
        #expect(try await blobs.list(after: nil, limit: 1) == [])
        #expect(!FileManager.default.fileExists(atPath: directory))
    }

    @Test func aFailedPutLeavesNoFile() async throws {
        let file = scratch.path + "/file"
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: file))
        await #expect(throws: BlobError.self) { try await blobs.put(file: file, sha256: BlobID(of: [4])) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/incoming") == [])
    }

    @Test func aBlobOfAnotherSizeIsWrittenAnew() async throws {
        let id = try await blobs.put([1, 2, 3])
        try Data([1, 2]).write(to: URL(fileURLWithPath: "\(directory)/\(id.place)"))
        #expect(try await blobs.put([1, 2, 3]) == id)
        #expect(try await blobs.read(id) == [1, 2, 3])
    }

    /// It becomes the blob itself, on the same file system; from another one it is copied, and verified on the way.
    @Test func aFileBecomesTheBlob() async throws {
        let (near, far) = (scratch.path + "/near", "/dev/shm/blob-\(Random.hex(6))")
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: near))
        let number = try FileManager.default.attributesOfItem(atPath: near)[.systemFileNumber] as? Int
        let id = BlobID(of: [1, 2, 3])
        try await blobs.adopt(file: near, sha256: id)
        let path = try #require(try await blobs.localPath(id))
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == number)
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(directory)/incoming") == [])

        try Data([4, 5]).write(to: URL(fileURLWithPath: far))
        defer { unlink(far) }
        await #expect(throws: BlobError.self) { try await blobs.adopt(file: far, sha256: BlobID(of: [6])) }
        try await blobs.adopt(file: far, sha256: BlobID(of: [4, 5]))
        #expect(try await blobs.read(BlobID(of: [4, 5])) == [4, 5])
        #expect(!FileManager.default.fileExists(atPath: far))
    }

    @Test func linksAndFoldersAreNoBlobs() async throws {
        let secret = scratch.path + "/secret"
        try Data([7]).write(to: URL(fileURLWithPath: secret))
        let (id, other) = (BlobID(of: [7]), BlobID(of: [8]))
        _ = try await blobs.put([1])
        try FileManager.default.createDirectory(atPath: "\(directory)/\(other.place)", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: "\(directory)/\(id.text.prefix(2))", withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(atPath: "\(directory)/\(id.place)", withDestinationPath: secret)
        for absent in [id, other] {
            #expect(try await blobs.size(absent) == nil)
            await #expect(throws: BlobError.missing(absent)) { try await blobs.read(absent) }
        }
        #expect(try await blobs.list(after: nil, limit: 10).map(\.id) == [BlobID(of: [1])])
    }

    @Test func whatADeadProcessLeftIsClearedAfterAnHour() async throws {
        _ = try await blobs.put([1])
        let incoming = "\(directory)/incoming"
        for (name, age) in [("old.part", 3_700.0), ("young.part", 3_500), ("note.txt", 9_999)] {
            try Data([1]).write(to: URL(fileURLWithPath: "\(incoming)/\(name)"))
            let date = Date(timeIntervalSinceNow: -age)
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: "\(incoming)/\(name)")
        }
        #expect(try await blobs.list(after: BlobID(of: [1]), limit: 10) == [])
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).count == 3)
        #expect(try await blobs.list(after: nil, limit: 10).count == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: incoming).sorted() == ["note.txt", "young.part"])
    }

    @Test func aDirectoryThatCannotBeWrittenSaysSo() async throws {
        let blobs = DirectoryBlobs(directory: "/proc/none/objects")
        await #expect(throws: (any Error).self) { try await blobs.put([1]) }
        #expect(try await blobs.size(BlobID(of: [1])) == nil)
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
}

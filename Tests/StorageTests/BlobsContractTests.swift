import Foundation
import Signing
import Storage
import Testing

/// What every store does, the directory's and S3's alike.
struct BlobsContractTests {
    private static let hello = Array("hello".utf8)
    private static let absent = BlobID(of: [9, 9, 9])

    @Test(arguments: BlobsKind.allCases)
    func whatIsPutCanBeRead(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let blobs = stage.blobs
        let id = try await blobs.put(Self.hello)
        #expect(id.text == "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
        #expect(try await blobs.read(id) == Self.hello)
        #expect(try await blobs.size(id) == 5)
        let empty = try await blobs.put([])
        #expect(try await blobs.read(empty) == [])
        #expect(try await blobs.size(empty) == 0)
        let large = Random.bytes(300_000)
        #expect(try await blobs.read(try await blobs.put(large)) == large)
    }

    @Test(arguments: BlobsKind.allCases)
    func puttingTheSameTwiceIsOne(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let ids = try await withThrowingTaskGroup(of: BlobID.self) { group in
            for _ in 1...6 { group.addTask { try await stage.blobs.put(Self.hello) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(ids).count == 1)
        try await stage.blobs.put(file: try stage.file(Self.hello), sha256: ids[0])
        #expect(try await stage.blobs.list(after: nil, limit: 10).map(\.id) == [ids[0]])
        #expect(try await stage.blobs.read(ids[0]) == Self.hello)
    }

    @Test(arguments: BlobsKind.allCases)
    func partsAreReadByPlace(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let id = try await stage.blobs.put(Array(0...99))
        #expect(try await stage.blobs.read(id, 0..<1) == [0])
        #expect(try await stage.blobs.read(id, 40..<60) == Array(40...59))
        #expect(try await stage.blobs.read(id, 99..<100) == [99])
        #expect(try await stage.blobs.read(id, 7..<7) == [])
        for range in [99..<101, 100..<101, 200..<300] {
            await #expect(throws: BlobError.damaged(id, "it ends before \(range.upperBound)")) { try await stage.blobs.read(id, range) }
        }
    }

    @Test(arguments: BlobsKind.allCases)
    func whatIsNotThereIsMissing(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let (blobs, id) = (stage.blobs, Self.absent)
        #expect(try await blobs.size(id) == nil)
        await #expect(throws: BlobError.missing(id)) { try await blobs.read(id) }
        await #expect(throws: BlobError.missing(id)) { try await blobs.read(id, 0..<1) }
        let target = stage.scratch.path + "/target"
        await #expect(throws: BlobError.missing(id)) { try await blobs.download(id, to: target) }
        #expect(!FileManager.default.fileExists(atPath: target))
        try await blobs.remove(id)
        #expect(try await blobs.list(after: nil, limit: 10) == [])
    }

    @Test(arguments: BlobsKind.allCases)
    func whatIsRemovedIsGoneAndCanBePutAgain(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let (kept, id) = (try await stage.blobs.put([1]), try await stage.blobs.put(Self.hello))
        try await stage.blobs.remove(id)
        try await stage.blobs.remove(id)
        #expect(try await stage.blobs.size(id) == nil)
        #expect(try await stage.blobs.read(kept) == [1])
        #expect(try await stage.blobs.put(Self.hello) == id)
        #expect(try await stage.blobs.read(id) == Self.hello)
    }

    @Test(arguments: BlobsKind.allCases)
    func aFlippedBitIsFound(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let bytes = Random.bytes(10_000)
        let id = try await stage.blobs.put(bytes)
        var spoiled = bytes
        spoiled[5_000] ^= 1
        try await stage.spoil("\(id.text.prefix(2))/\(id.text.dropFirst(2))", spoiled)
        let target = stage.scratch.path + "/target"
        let read = await #expect(throws: BlobError.self) { try await stage.blobs.read(id) }
        guard case .damaged(id, _) = read else { throw try #require(read) }
        let downloaded = await #expect(throws: BlobError.self) { try await stage.blobs.download(id, to: target) }
        guard case .damaged(id, _) = downloaded else { throw try #require(downloaded) }
        #expect(!FileManager.default.fileExists(atPath: target))
    }

    @Test(arguments: BlobsKind.allCases)
    func filesGoUpAndDown(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        for count in [0, 10, 200_000] {
            let bytes = Random.bytes(count)
            let (id, target) = (BlobID(of: bytes), "\(stage.scratch.path)/target\(count)")
            try await stage.blobs.put(file: try stage.file(bytes), sha256: id)
            #expect(try await stage.blobs.size(id) == count)
            try await stage.blobs.download(id, to: target)
            #expect(try BlobsStage.bytes(of: target) == bytes)
            #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o600)
            await #expect(throws: StorageError.exists(target)) { try await stage.blobs.download(id, to: target) }
        }
    }

    /// 20 MB: more than one piece and, on S3, several parts.
    @Test(arguments: BlobsKind.allCases)
    func largeFilesGoUpAndDown(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let bytes = Random.bytes(20 << 20)
        let (id, file, target) = (BlobID(of: bytes), try stage.file(bytes), stage.scratch.path + "/target")
        try await stage.blobs.put(file: file, sha256: id)
        try await stage.blobs.put(file: file, sha256: id)
        #expect(try await stage.blobs.read(id, (8 << 20) - 10..<(8 << 20) + 10) == Array(bytes[(8 << 20) - 10..<(8 << 20) + 10]))
        try await stage.blobs.download(id, to: target)
        #expect(try BlobsStage.bytes(of: target) == bytes)
    }

    @Test(arguments: BlobsKind.allCases, [100, 17 << 20])
    func aFileOfAnotherDigestLeavesNothing(kind: BlobsKind, count: Int) async throws {
        let stage = try await kind.stage()
        let file = try stage.file([UInt8](repeating: 1, count: count))
        let error = await #expect(throws: BlobError.self) { try await stage.blobs.put(file: file, sha256: Self.absent) }
        guard case .damaged(Self.absent, _) = error else { throw try #require(error) }
        #expect(try await stage.blobs.size(Self.absent) == nil)
        #expect(try await stage.blobs.list(after: nil, limit: 10) == [])
        let gone = await #expect(throws: StorageError.self) { try await stage.blobs.put(file: stage.scratch.path + "/none", sha256: Self.absent) }
        guard case .disk = gone else { throw try #require(gone) }
    }

    @Test(arguments: BlobsKind.allCases, [0, 10, 200_000, 17 << 20])
    func aFileIsTakenOver(kind: BlobsKind, count: Int) async throws {
        let stage = try await kind.stage()
        let bytes = Random.bytes(count)
        let id = BlobID(of: bytes)
        // The second time it is there already, and the file goes all the same.
        for _ in 1...2 {
            let file = try stage.file(bytes)
            try await stage.blobs.adopt(file: file, sha256: id)
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(try await stage.blobs.read(id) == bytes)
        }
        #expect(try await stage.blobs.list(after: nil, limit: 10).map(\.id) == [id])
        let gone = await #expect(throws: StorageError.self) { try await stage.blobs.adopt(file: stage.scratch.path + "/none", sha256: Self.absent) }
        guard case .disk = gone else { throw try #require(gone) }
        #expect(try await stage.blobs.size(Self.absent) == nil)
    }

    @Test(arguments: BlobsKind.allCases)
    func whereABlobStandsItCanBeRead(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let id = try await stage.blobs.put(Self.hello)
        #expect(try await stage.blobs.localPath(Self.absent) == nil)
        let path = try await stage.blobs.localPath(id)
        #expect((path == nil) == (kind == .s3))
        if let path { #expect(try BlobsStage.bytes(of: path) == Self.hello) }
    }

    @Test(arguments: BlobsKind.allCases)
    func listsGoByIDAndGoOn(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        var sizes: [BlobID: Int] = [:]
        for count in 1...23 { sizes[try await stage.blobs.put(Random.bytes(count))] = count }
        let ids = sizes.keys.sorted()
        let whole = try await stage.blobs.list(after: nil, limit: 1_000)
        #expect(whole.map(\.id) == ids)
        #expect(whole.allSatisfy { sizes[$0.id] == $0.size && abs($0.date.timeIntervalSinceNow) < 60 })
        var (paged, last) = ([BlobID](), BlobID?.none)
        repeat {
            let page = try await stage.blobs.list(after: last, limit: 5)
            #expect(page.count <= 5)
            paged += page.map(\.id)
            last = page.last?.id
        } while last != nil
        #expect(paged == ids)
        #expect(try await stage.blobs.list(after: BlobID(String(repeating: "0", count: 64)), limit: 1).map(\.id) == [ids[0]])
        #expect(try await stage.blobs.list(after: BlobID(String(repeating: "f", count: 64)), limit: 1) == [])
    }

    @Test(arguments: BlobsKind.allCases)
    func foreignNamesAreNoBlobs(kind: BlobsKind) async throws {
        let stage = try await kind.stage()
        let id = try await stage.blobs.put(Self.hello)
        let folder = id.text.prefix(2)
        for name in ["\(folder)/note.txt", "\(folder)/\(id.text.dropFirst(2).uppercased())", "readme", "\(folder)/\(id.text.dropFirst(3))"] {
            try await stage.spoil(name, [1])
        }
        #expect(try await stage.blobs.list(after: nil, limit: 10).map(\.id) == [id])
    }

    @Test(arguments: BlobsKind.allCases)
    func whatIsTooLargeForOnePieceIsRefused(kind: BlobsKind) async throws {
        let blobs = try await kind.stage().blobs
        let size = BlobLimits.inMemory + 1
        await #expect(throws: BlobError.tooLarge(size)) { try await blobs.put([UInt8](repeating: 0, count: size)) }
        await #expect(throws: BlobError.tooLarge(size)) { try await blobs.read(Self.absent, 0..<size) }
    }
}

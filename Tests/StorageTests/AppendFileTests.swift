import Foundation
import Storage
import Testing

struct AppendFileTests {
    private let scratch: ScratchDirectory
    private var path: String { scratch.path + "/segment" }

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test func whatIsWrittenCanBeReadByPlace() throws {
        let file = try AppendFile(path, length: 0)
        try file.write(Array("hello".utf8), at: 0)
        try file.write(Array(" world".utf8), at: 5)
        try file.write([], at: 11)
        try file.sync()
        try AppendFile.syncDirectory(scratch.path)
        #expect(try AppendFile.read(path, at: 6, count: 5) == Array("world".utf8))
        #expect(try AppendFile.read(path, at: 11, count: 0) == [])
    }

    @Test func openingCutsOffWhatWasNeverCommitted() throws {
        try AppendFile(path, length: 0).write(Array("kept and lost".utf8), at: 0)
        _ = try AppendFile(path, length: 4)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("kept".utf8))
    }

    @Test func aFileThatLostBytesIsRefused() throws {
        try AppendFile(path, length: 0).write([1, 2, 3], at: 0)
        let error = #expect(throws: StorageError.self) { try AppendFile(path, length: 4) }
        guard case .disk = error else { throw try #require(error) }
    }

    @Test func readingBehindTheEndIsADiskError() throws {
        try AppendFile(path, length: 0).write([1, 2, 3], at: 0)
        #expect(throws: StorageError.disk("\(path) ends before 5")) { try AppendFile.read(path, at: 2, count: 3) }
        #expect(throws: StorageError.self) { try AppendFile.read(path + "x", at: 0, count: 1) }
    }

    @Test func cutForgetsTheEnd() throws {
        let file = try AppendFile(path, length: 0)
        try file.write([1, 2, 3], at: 0)
        try file.cut(to: 1)
        #expect(try AppendFile.read(path, at: 0, count: 1) == [1])
        #expect(throws: StorageError.self) { try AppendFile.read(path, at: 0, count: 2) }
    }

    /// `/dev/full` says ENOSPC to every write.
    @Test func aFullDiskIsToldApart() throws {
        guard FileManager.default.fileExists(atPath: "/dev/full") else { return }
        let file = try AppendFile("/dev/full", length: 0)
        let error = #expect(throws: StorageError.self) { try file.write([1], at: 0) }
        guard case .full = error else { throw try #require(error) }
    }
}

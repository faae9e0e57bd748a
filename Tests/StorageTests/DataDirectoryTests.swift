import Foundation
import Storage
import Testing

struct DataDirectoryTests {
    private let scratch: ScratchDirectory
    private var path: String { scratch.path + "/data" }

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test func isMadeForItsOwnerAlone() throws {
        let directory = try DataDirectory(path)
        #expect(try permissions(path) == 0o700)
        #expect(try permissions(directory.file("lock")) == 0o600)
        #expect(directory.file("a.sqlite") == path + "/a.sqlite")
    }

    @Test func oneThatIsThereIsClosedToOthers() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        let directory = try DataDirectory(path)
        #expect(try permissions(path) == 0o700)
        withExtendedLifetime(directory) {}
    }

    @Test func aSecondOwnerIsRefused() throws {
        let first = try DataDirectory(path)
        #expect(throws: StorageError.inUse(path)) { try DataDirectory(path) }
        #expect(throws: StorageError.inUse(path)) { try DataDirectory(path) }
        withExtendedLifetime(first) {}
    }

    @Test func theLockEndsWithItsOwner() throws {
        var owner: DataDirectory? = try DataDirectory(path)
        #expect(owner != nil)
        owner = nil
        _ = try DataDirectory(path)
    }

    /// A second `close` of the same number would take the file of somebody else.
    @Test func aRefusalClosesOnlyItsOwnFile() throws {
        let first = try DataDirectory(path)
        let descriptors = try openFiles()
        for _ in 1...50 { _ = try? DataDirectory(path) }
        #expect(try openFiles() <= descriptors + 8)
        #expect(throws: StorageError.inUse(path)) { try DataDirectory(path) }
        withExtendedLifetime(first) {}
    }

    @Test func aLockThatCannotBeOpenedIsNotAnotherConsole() throws {
        try FileManager.default.createDirectory(atPath: path + "/lock", withIntermediateDirectories: true)
        let error = #expect(throws: StorageError.self) { try DataDirectory(path) }
        guard case .disk = error else { throw try #require(error) }
    }

    private func permissions(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    private func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
    }
}

import Foundation
import Signing
import Testing

/// Every test has a directory of its own, removed afterwards.
final class KeyFileTests {
    private let directory = FileManager.default.temporaryDirectory.appendingPathComponent("key-" + Random.hex(8)).path
    private var path: String { directory + "/secret.key" }

    init() throws {
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: directory)
    }

    private func put(_ count: Int, mode: Int) {
        #expect(FileManager.default.createFile(atPath: path, contents: Data(count: count), attributes: [.posixPermissions: mode]))
    }

    @Test func madeOnceForTheOwnerOnly() throws {
        let key = try KeyFile.loadOrCreate(at: path)
        #expect(key.count == KeyFile.size)
        #expect(try KeyFile.loadOrCreate(at: path) == key)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: path))) == key)
    }

    @Test(arguments: [0o640, 0o604, 0o660, 0o610, 0o644])
    func exposedFilesAreRefused(_ mode: Int) throws {
        put(32, mode: mode)
        let path = path
        let error = #expect(throws: KeyFileError.exposed(path: path, mode: mode)) { try KeyFile.loadOrCreate(at: path) }
        #expect(error?.description.contains("chmod 600 \(path)") == true)
    }

    @Test func aReadOnlyFileIsFine() throws {
        put(32, mode: 0o400)
        #expect(try KeyFile.loadOrCreate(at: path) == [UInt8](repeating: 0, count: 32))
    }

    @Test(arguments: [0, 31, 33])
    func otherSizesAreRefused(_ size: Int) {
        put(size, mode: 0o600)
        let path = path
        #expect(throws: KeyFileError.wrongSize(path: path, size: size)) { try KeyFile.loadOrCreate(at: path) }
    }

    @Test func otherThingsAreRefused() throws {
        let (directory, path) = (directory, path)
        #expect(throws: KeyFileError.notAFile(path: directory)) { try KeyFile.loadOrCreate(at: directory) }
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: KeyFileError.notAFile(path: path)) { try KeyFile.loadOrCreate(at: path) }
        let nowhere = directory + "/no/such/key"
        let error = #expect(throws: KeyFileError.system(path: nowhere, code: ENOENT)) { try KeyFile.loadOrCreate(at: nowhere) }
        #expect(error?.description.contains("No such file or directory") == true)
    }
}

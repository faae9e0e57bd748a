import Foundation
import Storage

/// A directory of its own for one test, gone when the test is.
final class ScratchDirectory: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/storage-tests-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func database() throws -> Database {
        try Database(path: path + "/test.sqlite")
    }
}

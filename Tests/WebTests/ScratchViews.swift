import Foundation

@testable import Web

/// A directory of templates and catalogues for one test, gone when the test is.
final class ScratchViews: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/web-tests-\(UUID().uuidString)"

    /// - Parameter files: text by path, e.g. `Apps/list.mustache`.
    init(_ files: [String: String]) throws {
        for (name, text) in files {
            let url = URL(fileURLWithPath: "\(path)/\(name)")
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func catalogue() throws -> Catalogue {
        try withExtendedLifetime(self) { try Catalogue(directory: path) }
    }

    func views() throws -> Views {
        try withExtendedLifetime(self) { try Views(directory: path, catalogue: try Catalogue(directory: path)) }
    }
}

extension Catalogue.Words {
    /// The same words in both languages of a catalogue.
    static func sample(_ texts: [String: String] = [:]) throws -> Catalogue.Words {
        try Catalogue([.chinese: texts, .english: texts])[.english]
    }
}

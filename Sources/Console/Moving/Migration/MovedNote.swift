import Foundation
import Storage

/// Says in a data directory that what is in its SQLite database lives elsewhere now, so that no console starts on the old one by mistake
/// and takes what the new ones never see.
struct MovedNote: Codable {
    let to: String
    let at: Date

    static let name = "moved.json"

    /// - Throws: ``MovingError`` when the installation was moved.
    static func check(_ directory: String) throws {
        guard let data = FileManager.default.contents(atPath: "\(directory)/\(name)") else { return }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let note = try? decoder.decode(Self.self, from: data)
        throw MovingError(
            """
            this installation was moved to \(note?.to ?? "another database")\(note.map { " at \($0.at.formatted(.iso8601))" } ?? ""): \
            start the console with --database; to go back to SQLite, and lose what happened since, run console migrate --stay
            """
        )
    }

    func write(in directory: String) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        let path = "\(directory)/\(Self.name)"
        let bytes = [UInt8](try encoder.encode(self))
        let file = try AppendFile(path, length: 0)
        try file.cut(to: 0)
        try file.write(bytes, at: 0)
        try file.sync()
        try AppendFile.syncDirectory(directory)
    }

    static func remove(in directory: String) throws {
        MovingFiles.remove("\(directory)/\(name)")
        try AppendFile.syncDirectory(directory)
    }
}

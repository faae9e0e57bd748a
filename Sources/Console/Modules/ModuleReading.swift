import Foundation

/// What a column holds as JSON.
enum ModuleColumn {
    static func write(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

/// Reads columns that hold JSON, each text once: a catalogue is read again after every change, and most of its texts are those of the last time.
/// For one read at a time.
final class ModuleReading {
    private let decoder = JSONDecoder()
    /// What was read, for the next time.
    struct Known: Sendable {
        var needs: [String: ModuleNeeds] = [:]
        var lists: [String: [String]] = [:]
    }

    /// Only what is read again is kept.
    private(set) var known = Known()
    private let before: Known

    init(_ before: Known = Known()) {
        self.before = before
    }

    func needs(_ text: String) throws -> ModuleNeeds {
        if let found = known.needs[text] { return found }
        let value = try before.needs[text] ?? decoder.decode(ModuleNeeds.self, from: Data(text.utf8))
        known.needs[text] = value
        return value
    }

    func list(_ text: String) throws -> [String] {
        if let found = known.lists[text] { return found }
        let value = try before.lists[text] ?? decoder.decode([String].self, from: Data(text.utf8))
        known.lists[text] = value
        return value
    }
}

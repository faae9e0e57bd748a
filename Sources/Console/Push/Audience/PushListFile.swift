import Foundation
import Web

/// A list as people write it: a table with commas, in each line a user or a device and what its placeholders are filled with. The first line may
/// name the columns; a list with more than one column needs it.
struct PushListFile: Sendable, Equatable {
    let columns: [String]
    /// Each name once, in the order of names; of two lines of the same the last counts.
    let entries: [PushListEntry]

    /// - Throws: `invalid` on `file` with the line.
    init(_ bytes: [UInt8], _ kind: PushListKind) throws {
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else { throw Problem.invalid("file", "pushDevices.list.noText") }
        var rows = PushListRows(bytes)
        var (columns, entries): ([String], [String: PushListEntry]) = ([], [:])
        while let row = rows.next() {
            if row.line == 1, let named = try Self.header(row.cells, kind) {
                columns = named
                continue
            }
            if row.cells == [""] { continue }
            let entry = try Self.entry(row, columns, kind)
            entries[entry.name] = entry
            guard entries.count <= PushListLimits.entries else {
                throw Problem.invalid("file", "pushDevices.list.many", ["limit": "\(PushListLimits.entries)"])
            }
        }
        guard !entries.isEmpty else { throw Problem.invalid("file", "pushDevices.list.empty") }
        self.columns = columns
        self.entries = entries.values.sorted { $0.name < $1.name }
    }

    /// What the first line calls the columns behind the first; nil for a line that is none of names.
    private static func header(_ cells: [String], _ kind: PushListKind) throws -> [String]? {
        guard kind == .users ? RolloutHeadings.nameUsers(cells[0]) : RolloutHeadings.nameDevices(cells[0]) else { return nil }
        let columns = Array(cells.dropFirst())
        guard columns.count <= PushListLimits.columns, Set(columns).count == columns.count, columns.allSatisfy(PushPlaceholder.isName) else {
            throw Problem.invalid("file", "pushDevices.list.columns", ["limit": "\(PushListLimits.columns)"])
        }
        return columns
    }

    private static func entry(_ row: PushListRows.Row, _ columns: [String], _ kind: PushListKind) throws -> PushListEntry {
        func wrong(_ key: String) -> Problem { Problem.invalid("file", key, ["line": "\(row.line)"]) }
        let name = row.cells[0]
        guard kind == .users ? NewBadgeAudience.isUser(name) : NewBadgeAudience.isDevice(name) else { throw wrong("pushDevices.list.name.bad") }
        let texts = row.cells.dropFirst()
        guard texts.count <= columns.count else { throw wrong("pushDevices.list.cells") }
        guard texts.allSatisfy({ $0.unicodeScalars.count <= PushListLimits.text }) else { throw wrong("pushDevices.list.text") }
        return PushListEntry(name: name, parameters: Dictionary(uniqueKeysWithValues: zip(columns, texts).filter { !$0.1.isEmpty }))
    }
}

/// The rows of a table with commas, by RFC 4180: cells may stand in quotation marks, and hold line ends and commas there.
struct PushListRows {
    private let bytes: [UInt8]
    private var place = 0
    private var line = 1

    struct Row: Equatable {
        /// In which it begins, from 1.
        let line: Int
        /// At least one.
        let cells: [String]
    }

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
    }

    mutating func next() -> Row? {
        guard place < bytes.count else { return nil }
        let begins = line
        var cells: [String] = []
        repeat { cells.append(cell()) } while passComma()
        passLineEnd()
        return Row(line: begins, cells: cells)
    }

    private mutating func cell() -> String {
        var cell: [UInt8] = []
        var isQuoted = false
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "\"") {
                let isDoubled = isQuoted && place + 1 < bytes.count && bytes[place + 1] == byte
                if isDoubled { cell.append(byte) } else { isQuoted.toggle() }
                place += isDoubled ? 2 : 1
                continue
            }
            if !isQuoted, [UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(byte) { break }
            if byte == UInt8(ascii: "\n") { line += 1 }
            cell.append(byte)
            place += 1
        }
        return String(decoding: cell, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    }

    private mutating func passComma() -> Bool {
        guard place < bytes.count, bytes[place] == UInt8(ascii: ",") else { return false }
        place += 1
        return true
    }

    private mutating func passLineEnd() {
        if place < bytes.count, bytes[place] == UInt8(ascii: "\r") { place += 1 }
        if place < bytes.count, bytes[place] == UInt8(ascii: "\n") { place += 1 }
        line += 1
    }
}

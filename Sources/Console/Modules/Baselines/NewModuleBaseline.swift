import Foundation
import Web

/// What it takes to freeze a baseline.
struct NewModuleBaseline: Codable, Sendable {
    let platform: Platform
    /// Such as `10.2.3`.
    let name: String
    let notes: ModuleText?
    /// Absent for the entries.
    let from: ModuleBaselineSource?
    let entries: [ModuleBaselineEntry]?
    /// In which field of a form the entries stand, where they are lines of one.
    var linesField: String?

    private enum CodingKeys: String, CodingKey {
        case platform, name, notes, from, entries
    }

    static let mostEntries = 2_000

    var isNewest: Bool { from == .newest }

    /// Where something about an entry is said.
    func field(_ index: Int, _ part: String) -> String { linesField ?? "entries.\(index).\(part)" }

    /// Every field that is wrong by itself.
    var rejections: [Rejection] {
        var wrong: [Rejection] = []
        if name.isEmpty {
            wrong.append(Rejection("name", "web.required"))
        } else if name.wholeMatch(of: #/[A-Za-z0-9][A-Za-z0-9._\-]{0,63}/#) == nil {
            wrong.append(Rejection("name", "baselines.name.invalid"))
        }
        wrong += ModuleRules.rejections("notes", notes?.trimmed ?? .none, longest: ModuleRules.longestText)
        let count = entries?.count ?? 0
        if !isNewest, count == 0 { wrong.append(Rejection(linesField ?? "entries", "baselines.entries.none")) }
        if count > Self.mostEntries { wrong.append(Rejection(linesField ?? "entries", "baselines.entries.many", ["limit": "\(Self.mostEntries)"])) }
        return wrong
    }
}

/// Where the versions come from.
enum ModuleBaselineSource: String, Codable, CaseIterable, Sendable {
    /// As listed.
    case entries
    /// The newest of every module that fits with the others.
    case newest
}

/// The form's fields.
struct ModuleBaselineFields: Codable, Sendable {
    let platform: Platform
    let name: String
    let notes: ModuleText
    let from: ModuleBaselineSource
    /// `MPLog 1.0.0`, one a line.
    let modules: String?

    /// - Throws: `invalid` with the first line that cannot be read.
    var new: NewModuleBaseline {
        get throws {
            let entries = from == .newest ? [] : try read()
            return NewModuleBaseline(
                platform: platform,
                name: name.trimmingCharacters(in: .whitespaces),
                notes: notes,
                from: from,
                entries: entries,
                linesField: "modules"
            )
        }
    }

    private func read() throws -> [ModuleBaselineEntry] {
        let lines = (modules ?? "").split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace) }.filter { !$0.isEmpty }
        return try lines.map { words in
            guard words.count == 2 else {
                throw Problem.invalid("modules", "baselines.line.invalid", ["line": String(words.joined(separator: " ").prefix(80))])
            }
            return ModuleBaselineEntry(module: String(words[0]), version: String(words[1]))
        }
    }
}

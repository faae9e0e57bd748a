import Foundation
import Storage
import Web

/// A new version as a person types it: lists are texts, one entry a line.
struct ModulePublishFields: Codable, Sendable {
    let artifact: String
    let version: String
    let notesZh: String
    let notesEn: String
    /// `MPLog >=1.0 <2`
    let dependencies: String
    /// `MPOther <2 # 原因 | reason`
    let conflicts: String
    let systemFrameworks: String
    /// `SDWebImage, 5.18.1, MIT, included`
    let thirdParty: String
    let licence: String
    let linkerFlags: String
    let minimumOS: String
    let maximumOS: String

    /// What the version before it asked for is mostly asked for again.
    init(_ artifact: ModuleArtifact, after latest: ModuleVersion?) {
        let needs = latest?.needs ?? ModuleNeeds()
        self.artifact = artifact.sha256.text
        version = ""
        notesZh = ""
        notesEn = ""
        dependencies = ModuleLines.text(needs.dependencies) { "\($0.module) \($0.versions)" }
        conflicts = ModuleLines.text(needs.conflicts, ModuleLines.conflict)
        systemFrameworks = needs.systemFrameworks.joined(separator: "\n")
        thirdParty = ModuleLines.text(needs.thirdParty, ModuleLines.library)
        licence = needs.licence
        linkerFlags = needs.linkerFlags.joined(separator: "\n")
        minimumOS = latest?.needs.minimumOS ?? ""
        maximumOS = needs.maximumOS.value ?? ""
    }

    /// - Throws: `invalid` for a line that cannot be read.
    func version(on platform: Platform) throws -> NewModuleVersion {
        guard let id = BlobID(artifact) else { throw Problem.invalid("artifact", "modules.artifact.unknown") }
        var needs = ModuleNeeds()
        needs.dependencies = ModuleLines.read(dependencies).map(ModuleLines.dependency)
        needs.conflicts = ModuleLines.read(conflicts).map(ModuleLines.conflict)
        needs.systemFrameworks = ModuleLines.read(systemFrameworks)
        needs.thirdParty = try ModuleLines.read(thirdParty).map { line in
            guard let library = ModuleLines.library(line) else { throw Problem.invalid("thirdParty", "modules.thirdParty.line", ["line": line]) }
            return library
        }
        needs.licence = licence.trimmingCharacters(in: .whitespaces)
        needs.linkerFlags = ModuleLines.read(linkerFlags)
        needs.minimumOS = minimumOS.trimmingCharacters(in: .whitespaces)
        needs.maximumOS = OrNull(maximumOS.trimmingCharacters(in: .whitespaces).orNil)
        let version = version.trimmingCharacters(in: .whitespaces)
        return NewModuleVersion(platform: platform, version: version, artifact: id, notes: ModuleText(zh: notesZh, en: notesEn), needs: needs)
    }

    /// What the form calls a field of the input: `dependencies` for `needs.dependencies.3.versions`.
    static func field(_ name: String) -> String {
        switch name {
        case "notes.zh": "notesZh"
        case "notes.en": "notesEn"
        default: name.hasPrefix("needs.") ? name.split(separator: ".").dropFirst().first.map(String.init) ?? name : name
        }
    }
}

/// Entries as lines of a text.
enum ModuleLines {
    static func text<Entry>(_ entries: [Entry], _ line: (Entry) -> String) -> String {
        entries.map(line).joined(separator: "\n")
    }

    /// Without those that are empty.
    static func read(_ text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    /// The name, and behind it the range; every version where there is none.
    static func dependency(_ line: String) -> ModuleDependency {
        let (name, versions) = halves(line)
        return ModuleDependency(name, versions)
    }

    static func conflict(_ line: String) -> ModuleConflict {
        let parts = line.split(separator: "#", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
        let (name, versions) = halves(parts.first ?? "")
        let reasons = (parts.count > 1 ? parts[1] : "").split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.trimmingCharacters(in: .whitespaces) }
        let reason = ModuleText(zh: reasons.first ?? "", en: reasons.count > 1 ? reasons[1] : "")
        return ModuleConflict(module: name, versions: versions, reason: reason)
    }

    static func conflict(_ conflict: ModuleConflict) -> String {
        let reason = [conflict.reason.zh, conflict.reason.en].joined(separator: " | ")
        return "\(conflict.module) \(conflict.versions)" + (reason == " | " ? "" : " # \(reason)")
    }

    private static func halves(_ line: String) -> (name: String, versions: String) {
        let name = line.prefix { !$0.isWhitespace }
        let rest = line.dropFirst(name.count).trimmingCharacters(in: .whitespaces)
        return (String(name), rest.isEmpty ? "*" : rest)
    }

    /// - Returns: nil for more than four parts, or another word than `included` at their end.
    static func library(_ line: String) -> ModuleThirdParty? {
        var parts = line.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        guard parts.count <= 4, parts.count < 4 || ["included", ""].contains(parts[3].lowercased()) else { return nil }
        parts += [String](repeating: "", count: 4 - parts.count)
        return ModuleThirdParty(name: parts[0], version: parts[1], licence: parts[2], included: !parts[3].isEmpty)
    }

    static func library(_ library: ModuleThirdParty) -> String {
        let parts = [library.name, library.version, library.licence, library.included ? "included" : ""]
        return parts[0...(parts.lastIndex { !$0.isEmpty } ?? 0)].joined(separator: ", ")
    }
}

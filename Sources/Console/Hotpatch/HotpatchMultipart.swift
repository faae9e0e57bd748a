import Foundation
import Web

/// A release as a script sends it beside the file `script`, in fields of a form (contract, section 6).
struct HotpatchMultipart: Decodable, Sendable {
    let platform: Platform
    /// With commas.
    let targetVersions: String
    let note: String?
    let percentage: Double?
    /// Users with commas or one a line; longer lists as a file of this name.
    let whitelist: String?
    /// A JSON array.
    let rules: String?
    let format: Int?
    let runAt: HotpatchRunAt?
    let `guard`: HotpatchGuardMode?
    let opensAt: String?
    let endsAt: String?
    /// By the file's name when absent.
    let language: HotpatchLanguage?

    /// - Parameter users: of the file `whitelist`.
    /// - Throws: `invalid` for rules that are no JSON array of rules, and for a format that there is not.
    func input(users: [String]?) throws -> HotpatchInput {
        if let format, HotpatchFormat(rawValue: format) == nil { throw Problem.invalid("format", "web.choice") }
        return HotpatchInput(
            platform: platform,
            targetVersions: RolloutWords(text: targetVersions),
            note: note,
            percentage: percentage,
            whitelist: users ?? whitelist.map { RolloutWords(text: $0).items },
            rules: try rules.flatMap(\.orNil).map(Self.rules),
            format: format.flatMap(HotpatchFormat.init),
            runAt: runAt,
            guard: self.guard,
            opensAt: opensAt,
            endsAt: endsAt
        )
    }

    private static func rules(_ text: String) throws -> [UpdateRule] {
        do {
            return try JSONDecoder().decode([UpdateRule].self, from: Data(text.utf8))
        } catch {
            throw Problem.invalid("rules", "hotpatch.rules.json")
        }
    }
}

extension [SmallFile] {
    /// The script of a form; nil for none.
    func hotpatchScript(_ language: HotpatchLanguage?) -> HotpatchUpload? {
        first { $0.field == "script" }.map { HotpatchUpload(name: $0.name, bytes: $0.bytes, language: language) }
    }

    /// The users of a form's file; nil for none.
    /// - Throws: `invalid` for what is no text.
    func hotpatchUsers() throws -> [String]? {
        guard let file = first(where: { $0.field == "whitelist" }) else { return nil }
        guard let text = String(validating: file.bytes, as: UTF8.self), !file.bytes.contains(0) else {
            throw Problem.invalid("whitelist", "updates.whitelist.noText")
        }
        return UpdateRules.users(text)
    }
}

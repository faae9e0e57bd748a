import Foundation
import Storage
import Web

/// What it takes to publish a version of a module.
public struct NewModuleVersion: Codable, Sendable {
    public var platform: Platform
    public var version: String
    /// Of a file that was uploaded before.
    public var artifact: String
    public var notes: ModuleText?
    /// Nothing is asked for where it is absent.
    public var needs: ModuleNeeds?

    public init(
        platform: Platform,
        version: String,
        artifact: BlobID,
        notes: ModuleText = ModuleText(zh: "", en: ""),
        needs: ModuleNeeds = ModuleNeeds()
    ) {
        self.platform = platform
        self.version = version
        self.artifact = artifact.text
        self.notes = notes
        self.needs = needs
    }

    /// Every field that is wrong by itself, whatever else is in the catalogue.
    func rejections(for module: String) -> [Rejection] {
        var wrong: [Rejection] = []
        if version.wholeMatch(of: ModuleRules.version) == nil { wrong.append(Rejection("version", "modules.version.invalid")) }
        if BlobID(artifact) == nil { wrong.append(Rejection("artifact", artifact.isEmpty ? "web.required" : "modules.artifact.unknown")) }
        wrong += ModuleRules.rejections("notes", notes?.trimmed ?? .none, longest: ModuleRules.longestText)
        return wrong + ModuleNeedsCheck(needs ?? ModuleNeeds(), of: module, on: platform).rejections
    }
}

/// Why a version should not be taken any more, and what to take instead.
public struct ModuleDeprecation: Codable, Sendable {
    /// A module; absent where there is none.
    public let replacement: String?
    public let reason: String?

    public init(replacement: String?, reason: String) {
        self.replacement = replacement
        self.reason = reason
    }
}

/// Why something is done that others will ask about.
public struct ModuleReasonInput: Codable, Sendable {
    public let reason: String?

    /// - Throws: `invalid` when there is none.
    func checked() throws -> String {
        let text = reason?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
        if text.isEmpty { throw Problem.invalid("reason", "modules.reason.none") }
        if let wrong = ModuleRules.rejection("reason", text, longest: ModuleRules.longestReason) { throw Problem.invalid([wrong]) }
        return text
    }
}

extension ModuleRules {
    static let longestReason = 500
}

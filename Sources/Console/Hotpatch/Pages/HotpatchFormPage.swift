import Foundation
import Web

/// What `Views/Hotpatch/form` shows.
struct HotpatchFormPage: Codable, Sendable {
    let isNew: Bool
    /// Where it is sent.
    let action: String
    /// Where to go instead.
    let back: String
    let fields: Fields
    let platforms: [AppPlatformChoice]
    let formats: [FormatChoice]
    let runs: [RunChoice]
    let guards: [GuardChoice]
    let languages: [LanguageChoice]
    let rules: [Rule]
    /// Of the script that there is; empty for a new one.
    let scriptName: String
    /// For who drafts patches by a script; nil where one is edited.
    let snippets: SnippetSet?

    struct Fields: Codable, Sendable {
        let targetVersions: String
        let note: String
        let percentage: String
        let whitelist: String
        let opensAt: String
        let endsAt: String
        let revision: String
    }

    struct FormatChoice: Codable, Sendable {
        let value: String
        let sealed: Bool
        let chosen: Bool
    }

    struct RunChoice: Codable, Sendable {
        let runAt: HotpatchRunAt
        let chosen: Bool
    }

    struct GuardChoice: Codable, Sendable {
        let mode: HotpatchGuardMode
        let chosen: Bool
    }

    struct LanguageChoice: Codable, Sendable {
        let language: HotpatchLanguage
        let chosen: Bool
    }

    /// One rule with its choices, and what is wrong with it.
    struct Rule: Codable, Sendable {
        /// In the names of fields, from 0.
        let place: String
        let number: Int
        let elements: [UpdateFormPage.ElementChoice]
        let operations: [UpdateFormPage.OperationChoice]
        let value: String
        let wrong: UpdateFormPage.Wrong
    }
}

extension HotpatchFormPage {
    /// Rules that may be filled in beside those there are: without a script they cannot be added one by one.
    private static let spareRules = 2

    /// - Parameter hotpatch: nil for a new one.
    init(_ fields: HotpatchFields, _ app: App, _ hotpatch: Hotpatch?, _ context: Context) {
        let all = "/apps/\(app.id)/hotpatches"
        isNew = hotpatch == nil
        action = hotpatch.map { "\(all)/\($0.id)/edit" } ?? all
        back = hotpatch.map { "\(all)/\($0.id)" } ?? all
        self.fields = Fields(
            targetVersions: fields.targetVersions,
            note: fields.note,
            percentage: fields.percentage,
            whitelist: fields.whitelist ?? "",
            opensAt: fields.opensAt,
            endsAt: fields.endsAt,
            // Who has been told of another's change may overwrite it with the next press.
            revision: context.rejection("revision") == nil ? fields.revision : "\(hotpatch?.revision ?? 0)"
        )
        platforms = AppPlatformChoice.all(of: app, chosen: fields.platform)
        formats = HotpatchFormat.allCases.reversed().map {
            FormatChoice(value: "\($0.rawValue)", sealed: $0 == .sealed, chosen: "\($0.rawValue)" == fields.format)
        }
        runs = HotpatchRunAt.allCases.reversed().map { RunChoice(runAt: $0, chosen: $0.rawValue == fields.runAt) }
        guards = HotpatchGuardMode.allCases.reversed().map { GuardChoice(mode: $0, chosen: $0.rawValue == fields.guard) }
        languages = HotpatchLanguage.allCases.map { LanguageChoice(language: $0, chosen: $0.rawValue == fields.language) }
        let spare = UpdateRuleFields(element: UpdateRule.Element.osVersion.rawValue, operation: UpdateRule.Operation.in.rawValue, value: "")
        let filled = fields.filledRules
        let shown = filled + Array(repeating: spare, count: max(0, min(Self.spareRules, UpdateRule.most - filled.count)))
        rules = shown.enumerated().map { Rule($1, $0, context) }
        scriptName = hotpatch?.script.name ?? ""
        snippets = hotpatch == nil ? SnippetSet(.patches, of: app, at: context.publicURL) : nil
    }
}

extension HotpatchFormPage.Rule {
    fileprivate init(_ rule: UpdateRuleFields, _ place: Int, _ context: Context) {
        func wrong(_ field: String) -> Message? { context.rejection("rules.\(place).\(field)") }
        self.place = "\(place)"
        number = place + 1
        elements = UpdateRule.Element.allCases.map { .init(element: $0, chosen: $0.rawValue == rule.element) }
        operations = UpdateRule.Operation.allCases.map { .init(operation: $0, chosen: $0.rawValue == rule.operation) }
        value = rule.value
        self.wrong = UpdateFormPage.Wrong(element: wrong("element"), operation: wrong("operation"), value: wrong("value"))
    }
}

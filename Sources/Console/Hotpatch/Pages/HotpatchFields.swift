import Foundation
import Web

/// A release as its form holds it: everything is text until it is saved.
struct HotpatchFields: Codable, Sendable {
    var platform: String
    var targetVersions: String
    var note: String
    var percentage: String
    /// Of a new one; that of a draft is changed on its page.
    var whitelist: String?
    var opensAt: String
    var endsAt: String
    var format: String
    var runAt: String
    var `guard`: String
    /// Empty to go by the script's name.
    var language: String
    var revision: String
    /// By place in the form: `rules.0.value`.
    private var rules: [String: UpdateRuleFields]?

    /// Those that say something; the form has empty ones to fill in.
    var filledRules: [UpdateRuleFields] {
        let ordered = (rules ?? [:]).compactMap { place, rule in Int(place).map { ($0, rule) } }.sorted { $0.0 < $1.0 }.map(\.1)
        return ordered.filter { !$0.value.trimmingCharacters(in: .whitespaces).isEmpty }
    }

    static func empty(platform: Platform) -> HotpatchFields {
        HotpatchFields(
            platform: platform.rawValue,
            targetVersions: "",
            note: "",
            percentage: "1",
            whitelist: "",
            opensAt: "",
            endsAt: "",
            format: "\(HotpatchFormat.sealed.rawValue)",
            runAt: HotpatchRunAt.nextLaunch.rawValue,
            guard: HotpatchGuardMode.halt.rawValue,
            language: "",
            revision: ""
        )
    }

    /// A release as it is stored.
    /// - Parameter zone: in which its window is written.
    init(_ hotpatch: Hotpatch, zone: TimeZone) {
        let plan = hotpatch.plan
        self.init(
            platform: plan.platform.rawValue,
            targetVersions: plan.targetVersions.joined(separator: ", "),
            note: plan.note,
            percentage: String(RolloutFinding.percent(plan.percentage).dropLast()),
            opensAt: plan.opensAt?.written(in: zone) ?? "",
            endsAt: plan.endsAt?.written(in: zone) ?? "",
            format: "\(plan.format.rawValue)",
            runAt: plan.runAt.rawValue,
            guard: plan.guardMode.rawValue,
            language: hotpatch.script.language.rawValue,
            revision: "\(hotpatch.revision)"
        )
        let fields = plan.rules.map {
            UpdateRuleFields(
                element: $0.element.rawValue,
                operation: $0.operation.rawValue,
                value: $0.value.items.joined(separator: $0.operation.isRange ? "-" : ", ")
            )
        }
        rules = Dictionary(uniqueKeysWithValues: fields.enumerated().map { ("\($0)", $1) })
    }

    private init(
        platform: String,
        targetVersions: String,
        note: String,
        percentage: String,
        whitelist: String? = nil,
        opensAt: String,
        endsAt: String,
        format: String,
        runAt: String,
        guard mode: String,
        language: String,
        revision: String
    ) {
        self.platform = platform
        self.targetVersions = targetVersions
        self.note = note
        self.percentage = percentage
        self.whitelist = whitelist
        self.opensAt = opensAt
        self.endsAt = endsAt
        self.format = format
        self.runAt = runAt
        self.guard = mode
        self.language = language
        self.revision = revision
    }
}

extension HotpatchFields {
    /// What was typed, as a script would send it.
    /// - Throws: `invalid` with every field that cannot be read.
    var input: HotpatchInput {
        get throws {
            var reading = UpdateFieldsReader()
            let platform: Platform? = reading.choice(platform, "platform")
            let input = HotpatchInput(
                platform: platform ?? .ios,
                targetVersions: RolloutWords(text: targetVersions),
                note: note,
                percentage: reading.percentage(percentage, range: "hotpatch.percentage.range"),
                whitelist: whitelist.map(UpdateRules.users),
                rules: filledRules.enumerated().compactMap { reading.rule($1, "rules.\($0)") },
                format: reading.format(format),
                runAt: reading.choice(runAt, "runAt"),
                guard: reading.choice(self.guard, "guard"),
                opensAt: opensAt,
                endsAt: endsAt,
                revision: Int(revision)
            )
            if !reading.wrong.isEmpty { throw Problem.invalid(reading.wrong) }
            return input
        }
    }

    /// nil to go by the script's name.
    var chosenLanguage: HotpatchLanguage? { HotpatchLanguage(rawValue: language) }
}

extension UpdateFieldsReader {
    fileprivate mutating func format(_ typed: String) -> HotpatchFormat? {
        let found = Int(typed).flatMap(HotpatchFormat.init)
        if found == nil { wrong.append(Rejection("format", "web.choice")) }
        return found
    }
}

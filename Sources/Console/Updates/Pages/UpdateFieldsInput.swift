import Foundation
import Web

extension UpdateFields {
    /// What was typed, as a script would send it.
    /// - Throws: `invalid` with every field that cannot be read.
    var input: UpdateInput {
        get throws {
            var reading = UpdateFieldsReader()
            let platform: Platform? = reading.choice(platform, "platform")
            let input = UpdateInput(
                platform: platform ?? .ios,
                version: version,
                build: build,
                downloadURL: downloadURL,
                message: message,
                upgradeType: reading.choice(upgradeType, "upgradeType"),
                remindIntervalDays: reading.number(remindIntervalDays, "remindIntervalDays"),
                mode: reading.choice(mode, "mode"),
                percentage: reading.percentage(percentage, range: "updates.percentage.range"),
                endsAt: endsAt.trimmingCharacters(in: .whitespaces),
                limit: reading.number(limit, "limit"),
                rules: orderedRules.enumerated().compactMap { reading.rule($1, "rules.\($0)") },
                netTypes: netTypes,
                forceBelow: forceBelow,
                revision: Int(revision)
            )
            if !reading.wrong.isEmpty { throw Problem.invalid(reading.wrong) }
            return input
        }
    }
}

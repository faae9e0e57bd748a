import Foundation
import Web

/// What `Views/Hotpatch/ramps` shows.
struct HotpatchRampsPage: Codable, Sendable {
    let rows: [Row]
    let form: HotpatchRampForm
    let mayEdit: Bool

    struct Row: Codable, Sendable {
        let id: String
        let name: String
        let steps: String
        /// Hours until the last step, at least.
        let hours: String
        let isStandard: Bool
        let createdBy: String
    }

    init(_ ramps: [HotpatchRamp], _ words: Catalogue.Words, mayEdit: Bool, _ context: Context) {
        rows = ramps.map { ramp in
            Row(
                id: ramp.id,
                name: HotpatchRampName.shown(ramp.id, ramp.name, words),
                steps: ramp.summary,
                hours: HotpatchRampLines.hours(ramp.steps.dropLast().reduce(0) { $0 + $1.hours }),
                isStandard: ramp.id == HotpatchRamp.standard.id,
                createdBy: ramp.createdBy
            )
        }
        form = HotpatchRampForm(nil, context)
        self.mayEdit = mayEdit
    }
}

/// What `Views/Hotpatch/rampEdit` shows beside the schedule.
struct HotpatchRampPage: Codable, Sendable {
    let form: HotpatchRampForm
    let title: String
    let rows: [Row]
    let mayEdit: Bool

    struct Row: Codable, Sendable {
        let percentage: String
        let hours: String
        let devices: Int
        let isLast: Bool
    }

    init(_ ramp: HotpatchRamp, _ words: Catalogue.Words, mayEdit: Bool, _ context: Context) {
        form = HotpatchRampForm(ramp, context)
        title = HotpatchRampName.shown(ramp.id, ramp.name, words)
        rows = ramp.steps.map {
            Row(
                percentage: RolloutFinding.percent($0.percentage),
                hours: HotpatchRampLines.hours($0.hours),
                devices: $0.devices,
                isLast: $0 == ramp.steps.last
            )
        }
        self.mayEdit = mayEdit && ramp.id != HotpatchRamp.standard.id
    }
}

/// The fields of a schedule, filled with what was typed just now, otherwise with the schedule as it is. A new one begins with the standard's steps.
struct HotpatchRampForm: Codable, Sendable {
    let name: String
    let steps: String

    init(_ ramp: HotpatchRamp?, _ context: Context) {
        name = context.filled("name", ramp?.name ?? "")
        steps = context.filled("steps", HotpatchRampLines.write((ramp ?? .standard).steps))
    }
}

/// What a form sends: a step a line, as `percentage hours devices`.
struct HotpatchRampFields: Codable, Sendable {
    let name: String
    let steps: String

    /// - Throws: `invalid` for a line that is no step.
    func draft() throws -> HotpatchRampDraft {
        guard let steps = HotpatchRampLines.read(steps) else { throw Problem.invalid("steps", "hotpatch.ramp.steps.lines") }
        return HotpatchRampDraft(name: name, steps: steps)
    }
}

/// Steps as lines of text.
enum HotpatchRampLines {
    static func write(_ steps: [HotpatchRampStep]) -> String {
        steps.map { "\(RolloutFinding.percent($0.percentage)) \(number($0.hours)) \($0.devices)" }.joined(separator: "\n")
    }

    /// - Returns: nil when a line is none.
    static func read(_ text: String) -> [HotpatchRampStep]? {
        var steps: [HotpatchRampStep] = []
        for line in text.split(whereSeparator: \.isNewline) {
            let words = line.split { $0 == " " || $0 == "\t" || $0 == "," || $0 == ";" || $0 == "，" }
            if words.isEmpty { continue }
            let percentage = words[0].hasSuffix("%") ? words[0].dropLast() : words[0]
            guard words.count <= 3, let percentage = Double(percentage) else { return nil }
            guard let hours = words.count > 1 ? Double(words[1]) : 0, let devices = words.count > 2 ? Int(words[2]) : 0 else { return nil }
            guard steps.count <= HotpatchRamp.mostSteps else { return nil }
            steps.append(HotpatchRampStep(percentage: percentage, hours: hours, devices: devices))
        }
        return steps
    }

    /// For people: 1.5.
    static func hours(_ value: Double) -> String { String(RolloutFinding.percent(value).dropLast()) }

    private static func number(_ value: Double) -> String { Int(exactly: value).map { "\($0)" } ?? "\(value)" }
}

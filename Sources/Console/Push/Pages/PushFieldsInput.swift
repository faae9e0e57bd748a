import Foundation
import Web

extension PushFields {
    /// What was typed, as a script would send it.
    /// - Throws: `invalid` with every field that cannot be read.
    var input: PushMessageInput {
        get throws {
            var reading = PushFieldsReader()
            let content = reading.content(self)
            let target = try reading.target(target)
            let input = PushMessageInput(
                name: name,
                title: content.title,
                body: content.body,
                data: content.data,
                badge: content.badge,
                sound: content.sound,
                silent: content.silent,
                imageURL: content.imageURL,
                ttlSeconds: content.ttlSeconds,
                collapseId: content.collapseId,
                target: target,
                schedule: reading.schedule(schedule),
                quietHours: reading.quiet(quietHours),
                cap: reading.cap(cap),
                parameters: reading.lines(parameters, "parameters"),
                revision: Int(revision)
            )
            if !reading.wrong.isEmpty { throw Problem.invalid(reading.wrong) }
            return input
        }
    }

    /// As far as it can be read: for a preview, which is no place for complaints.
    var shown: PushContent {
        var reading = PushFieldsReader()
        return PushContent(reading.content(self))
    }

    var shownParameters: [String: String] {
        var reading = PushFieldsReader()
        return reading.lines(parameters, "parameters").filter { !$0.value.isEmpty }
    }

    /// nil while it is none.
    var shownTarget: PushTarget? { try? target?.target().checked() }
}

/// Reads texts of a form, and notes those that it cannot.
struct PushFieldsReader {
    var wrong: [Rejection] = []

    /// What a form says of content.
    struct Content: PushContentInput {
        var title, body, sound, imageURL, collapseId: String?
        var data: [String: JSONValue]?
        var badge, ttlSeconds: Int?
        var silent: Bool?
    }

    mutating func content(_ fields: PushFields) -> Content {
        Content(
            title: fields.title,
            body: fields.body,
            sound: fields.sound,
            imageURL: fields.imageURL,
            collapseId: fields.collapseId,
            data: data(fields.data),
            badge: number(fields.badge, "badge"),
            ttlSeconds: number(fields.ttlSeconds, "ttlSeconds"),
            silent: fields.silent == "true"
        )
    }

    mutating func target(_ form: PushTargetForm?) throws -> PushTarget {
        do {
            return try (form ?? .empty).target()
        } catch let problem as Problem where problem.kind == .invalid {
            wrong += problem.rejections
            return .everybody
        }
    }

    mutating func schedule(_ fields: PushFields.Schedule?) -> PushScheduleInput {
        guard let fields else { return PushScheduleInput() }
        let repeats = PushRepeat(rawValue: fields.repeats)
        if repeats == nil { wrong.append(Rejection("schedule.repeats", "web.choice")) }
        return PushScheduleInput(
            at: fields.at.orNil,
            deviceLocal: fields.deviceLocal == "true",
            repeats: repeats,
            until: fields.until.orNil,
            zone: fields.zone.orNil
        )
    }

    func quiet(_ fields: PushFields.Quiet?) -> PushQuietInput? {
        guard let fields, !(fields.from + fields.to).trimmingCharacters(in: .whitespaces).isEmpty else { return nil }
        return PushQuietInput(from: fields.from, to: fields.to)
    }

    mutating func cap(_ fields: PushFields.Cap?) -> PushCapInput? {
        guard let fields, !(fields.count + fields.hours).trimmingCharacters(in: .whitespaces).isEmpty else { return nil }
        guard let count = number(fields.count, "cap.count"), let hours = number(fields.hours, "cap.count") else {
            if !wrong.contains(where: { $0.field == "cap.count" }) { wrong.append(Rejection("cap.count", "push.cap.range")) }
            return nil
        }
        return PushCapInput(count: count, hours: hours)
    }

    mutating func number(_ typed: String, _ field: String) -> Int? {
        let text = typed.trimmingCharacters(in: .whitespaces)
        if text.isEmpty { return nil }
        let number = Int(text)
        if number == nil { wrong.append(Rejection(field, "push.number")) }
        return number
    }

    /// A JSON object, or lines.
    private mutating func data(_ typed: String) -> [String: JSONValue] {
        let text = typed.trimmingCharacters(in: .whitespacesAndNewlines)
        guard text.utf8.first == UInt8(ascii: "{") else { return lines(text, "data").mapValues(JSONValue.string) }
        if case .object(let members)? = JSONValue(text: text) { return members }
        wrong.append(Rejection("data", "push.data.json"))
        return [:]
    }

    /// `name = value` each; the last of a name counts.
    mutating func lines(_ typed: String, _ field: String) -> [String: String] {
        var found: [String: String] = [:]
        for scalars in typed.unicodeScalars.split(whereSeparator: { $0 == "\n" || $0 == "\r" }) {
            let line = String(scalars).trimmingCharacters(in: .whitespaces)
            if line.isEmpty { continue }
            let parts = line.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let halves = parts.map { String($0).trimmingCharacters(in: .whitespaces) }
            if halves.count == 2, !halves[0].isEmpty {
                found[halves[0]] = halves[1]
            } else if !wrong.contains(where: { $0.field == field }) {
                wrong.append(Rejection(field, "push.lines", ["line": String(line.prefix(40))]))
            }
        }
        return found
    }
}

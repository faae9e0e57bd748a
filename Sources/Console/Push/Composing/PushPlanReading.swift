import Foundation
import Web

extension PushPlan {
    /// Reads what was asked for.
    /// - Parameter zone: of a time without an offset, and in which a repeated message keeps its hour.
    /// - Throws: `invalid` with every field that is wrong.
    init(_ input: PushMessageInput, zone: TimeZone, at now: Date) throws {
        var wrong: [Rejection] = []
        content = PushContent(input)
        wrong += content.rejections
        name = Self.name(input)
        if !name.isOneLine || name.unicodeScalars.count > PushRules.longestName { wrong.append(Rejection("name", "push.name.long")) }
        target = input.target
        do {
            target = try input.target.checked()
        } catch let problem as Problem {
            wrong += problem.rejections
        }
        schedule = PushSchedule(input.schedule ?? PushScheduleInput(), zone: zone, at: now, &wrong)
        quiet = PushQuietHours(input.quietHours, &wrong)
        cap = PushCap(input.cap, "cap", &wrong)
        parameters = input.parameters ?? [:]
        wrong += Self.rejections(parameters)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    private static func name(_ input: PushMessageInput) -> String {
        let said = [input.name, input.title, input.body].compactMap { $0?.trimmingCharacters(in: .whitespacesAndNewlines).orNil }.first ?? "-"
        return input.name?.trimmingCharacters(in: .whitespaces).orNil ?? String(said.replacing("\n", with: " ").prefix(60))
    }

    private static func rejections(_ parameters: [String: String]) -> [Rejection] {
        if parameters.count > PushRules.mostParameters {
            return [Rejection("parameters", "push.parameters.many", ["limit": "\(PushRules.mostParameters)"])]
        }
        if let bad = parameters.keys.sorted().first(where: { !PushPlaceholder.isName($0) }) {
            return [Rejection("parameters", "push.parameters.name", ["name": String(bad.prefix(40))])]
        }
        let isLong = parameters.values.contains { $0.unicodeScalars.count > PushRules.longestParameter || $0.utf8.contains(0) }
        return isLong ? [Rejection("parameters", "push.parameters.long", ["limit": "\(PushRules.longestParameter)"])] : []
    }
}

extension PushContent {
    init(_ input: some PushContentInput) {
        self.init(
            title: (input.title ?? "").trimmingCharacters(in: .whitespaces),
            body: (input.body ?? "").replacing("\r\n", with: "\n").trimmingCharacters(in: .whitespacesAndNewlines),
            data: input.data ?? [:],
            badge: input.badge,
            sound: input.sound ?? ((input.silent ?? false) ? "" : "default"),
            silent: input.silent ?? false,
            imageURL: input.imageURL?.trimmingCharacters(in: .whitespaces).orNil,
            ttlSeconds: input.ttlSeconds ?? PushRules.usualTTL,
            collapseId: input.collapseId ?? ""
        )
    }
}

extension PushSchedule {
    fileprivate init(_ input: PushScheduleInput, zone: TimeZone, at now: Date, _ wrong: inout [Rejection]) {
        let named = input.zone?.orNil.map { PushZone.zone($0) } ?? zone
        if named == nil { wrong.append(Rejection("schedule.zone", "push.zone.unknown")) }
        let home = named ?? zone
        self.init(
            at: Self.time(input.at, "schedule.at", home, now, &wrong),
            deviceLocal: input.deviceLocal ?? false,
            repeats: input.repeats ?? .none,
            until: Self.time(input.until, "schedule.until", home, now, &wrong),
            zone: PushZone.name(home)
        )
        let last = deviceLocal ? now.addingTimeInterval(-86_400) : now
        if let at, at <= last { wrong.append(Rejection("schedule.at", "push.at.past")) }
        if at == nil, deviceLocal || repeats != .none { wrong.append(Rejection("schedule.at", "push.at.needed")) }
        if let at, let until, until < at { wrong.append(Rejection("schedule.until", "push.until.before")) }
    }

    private static func time(_ text: String?, _ field: String, _ zone: TimeZone, _ now: Date, _ wrong: inout [Rejection]) -> Date? {
        guard let text = text?.trimmingCharacters(in: .whitespaces).orNil else { return nil }
        guard let moment = Moment(text) else {
            wrong.append(Rejection(field, "moment.unreadable"))
            return nil
        }
        let time = moment.date(now: now, edge: now, calendar: .days(in: zone), isEnd: field == "schedule.until")
        if time.timeIntervalSince(now) > PushRules.farthest { wrong.append(Rejection(field, "push.at.far")) }
        return time
    }
}

extension PushQuietHours {
    fileprivate init?(_ input: PushQuietInput?, _ wrong: inout [Rejection]) {
        guard let input else { return nil }
        let (from, to) = (Self.minute(input.from), Self.minute(input.to))
        if from == nil { wrong.append(Rejection("quietHours.from", "push.quiet.time")) }
        if to == nil { wrong.append(Rejection("quietHours.to", "push.quiet.time")) }
        guard let from, let to else { return nil }
        if from == to { wrong.append(Rejection("quietHours.to", "push.quiet.same")) }
        self.init(from: from, to: to)
    }

    private static func minute(_ text: String) -> Int? {
        guard let match = text.trimmingCharacters(in: .whitespaces).wholeMatch(of: #/(\d{1,2}):(\d{2})/#) else { return nil }
        guard let hour = Int(match.1), let minute = Int(match.2), hour < 24, minute < 60 else { return nil }
        return hour * 60 + minute
    }

    /// `22:00`
    static func text(_ minute: Int) -> String {
        "\(minute / 60 < 10 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60)"
    }
}

extension PushCap {
    init?(_ input: PushCapInput?, _ field: String, _ wrong: inout [Rejection]) {
        guard let input else { return nil }
        let isGood = PushRules.caps.contains(input.count) && PushRules.capHours.contains(input.hours)
        if !isGood { wrong.append(Rejection("\(field).count", "push.cap.range")) }
        self.init(count: input.count, hours: input.hours)
    }
}

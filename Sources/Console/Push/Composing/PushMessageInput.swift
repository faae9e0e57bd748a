import Foundation
import Web

/// What of an input says what a message says; a template has the same.
protocol PushContentInput {
    var title: String? { get }
    var body: String? { get }
    var data: [String: JSONValue]? { get }
    var badge: Int? { get }
    var sound: String? { get }
    var silent: Bool? { get }
    var imageURL: String? { get }
    var ttlSeconds: Int? { get }
    var collapseId: String? { get }
}

/// A message as a script or a form gives it.
struct PushMessageInput: Codable, Sendable, PushContentInput {
    /// Id of a template: what is absent below is as it says.
    var template: String?
    /// For people; the title when absent.
    var name: String?
    var title: String?
    /// What is shown; a silent message needs none.
    var body: String?
    /// For the app: at most 20 names. Texts may hold placeholders.
    var data: [String: JSONValue]?
    var badge: Int?
    /// `default` when absent; empty for none.
    var sound: String?
    var silent: Bool?
    var imageURL: String?
    /// 86,400 when absent.
    var ttlSeconds: Int?
    var collapseId: String?
    let target: PushTarget
    /// Absent, or `"none"`, to send when the window to cancel is over.
    var schedule: PushScheduleInput?
    /// In which devices are not disturbed, by their own clocks.
    var quietHours: PushQuietInput?
    /// Messages for one user.
    var cap: PushCapInput?
    /// What `#name#` in texts is replaced by.
    var parameters: [String: String]?
    /// The one that was looked at: a change made since is not overwritten but told of. Absent to overwrite whatever is there.
    var revision: Int?
}

/// When a message goes out, as a script says it: `{"at": …}`, or the word `"none"`.
struct PushScheduleInput: Codable, Sendable {
    /// RFC 3339, or `2026-11-30 18:00` in the asker's zone.
    var at: String?
    /// Each device by its own clock.
    var deviceLocal: Bool?
    var repeats: PushRepeat?
    var until: String?
    /// In which a repeated message keeps its hour; the asker's when absent.
    var zone: String?

    init(at: String? = nil, deviceLocal: Bool? = nil, repeats: PushRepeat? = nil, until: String? = nil, zone: String? = nil) {
        self.at = at
        self.deviceLocal = deviceLocal
        self.repeats = repeats
        self.until = until
        self.zone = zone
    }

    init(from decoder: any Decoder) throws {
        guard let container = try? decoder.container(keyedBy: CodingKeys.self) else {
            guard try decoder.singleValueContainer().decode(PushRepeat.self) == .none else {
                throw DecodingError.typeMismatch(Self.self, .init(codingPath: decoder.codingPath, debugDescription: "a word other than none"))
            }
            self.init()
            return
        }
        at = try container.decodeIfPresent(String.self, forKey: .at)
        deviceLocal = try container.decodeIfPresent(Bool.self, forKey: .deviceLocal)
        repeats = try container.decodeIfPresent(PushRepeat.self, forKey: .repeats)
        until = try container.decodeIfPresent(String.self, forKey: .until)
        zone = try container.decodeIfPresent(String.self, forKey: .zone)
    }
}

/// `22:00` to `07:00`.
struct PushQuietInput: Codable, Sendable {
    let from: String
    let to: String
}

struct PushCapInput: Codable, Sendable {
    let count: Int
    let hours: Int
}

extension PushMessageInput {
    /// What is not said is as a template says it.
    func filled(from template: PushContent) -> PushMessageInput {
        var input = self
        (input.title, input.body) = (title ?? template.title, body ?? template.body)
        (input.data, input.badge, input.sound) = (data ?? template.data, badge ?? template.badge, sound ?? template.sound)
        (input.silent, input.imageURL) = (silent ?? template.silent, imageURL ?? template.imageURL)
        (input.ttlSeconds, input.collapseId) = (ttlSeconds ?? template.ttlSeconds, collapseId ?? template.collapseId)
        return input
    }
}

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
        if parameters.count > PushRules.mostParameters { return [Rejection("parameters", "push.parameters.many", ["limit": "\(PushRules.mostParameters)"])] }
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
            zone: home.identifier
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

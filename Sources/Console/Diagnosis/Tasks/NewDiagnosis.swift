import Foundation
import Web

/// A task as somebody writes it down.
struct NewDiagnosis: Codable, Sendable {
    /// One of the two.
    var userId: String?
    var deviceId: String?
    let platform: Platform
    /// As ``Moment`` reads it; begins with the hour that it is in, and ends with it.
    let from: String
    let to: String
    var network: DiagnosisNetwork?
    var channel: DiagnosisChannel?
    var description: String?
    var consent: String?
}

/// The same for many: one user or device a line.
struct NewDiagnoses: Codable, Sendable {
    let kind: Kind
    /// Separated by line feeds, commas or tabs.
    let ids: String
    let platform: Platform
    let from: String
    let to: String
    var network: DiagnosisNetwork?
    var channel: DiagnosisChannel?
    var description: String?
    var consent: String?

    enum Kind: String, Codable, CaseIterable, Sendable {
        case users, devices
    }

    /// One for each, in their order, none twice.
    /// - Throws: `invalid` for none and for more than ``DiagnosisLimits/bulk``.
    func each() throws -> [NewDiagnosis] {
        let names = ids.split { $0.isNewline || $0 == "," || $0 == "\t" || $0 == "，" }.map { $0.trimmingCharacters(in: .whitespaces) }
        let unique = names.reduce(into: (seen: Set<String>(), all: [String]())) { if !$1.isEmpty, $0.seen.insert($1).inserted { $0.all.append($1) } }
            .all
        guard (1...DiagnosisLimits.bulk).contains(unique.count) else {
            throw Problem.invalid("ids", "diagnosis.ids.count", ["limit": "\(DiagnosisLimits.bulk)"])
        }
        return unique.map { name in
            NewDiagnosis(
                userId: kind == .users ? name : nil,
                deviceId: kind == .devices ? name : nil,
                platform: platform,
                from: from,
                to: to,
                network: network,
                channel: channel,
                description: description,
                consent: consent
            )
        }
    }
}

/// A task that may be made.
struct DiagnosisPlan: Sendable {
    let user: String
    let device: String
    let platform: Platform
    let from: Date
    let to: Date
    let network: DiagnosisNetwork
    let channel: DiagnosisChannel
    let description: String
    let consent: String
    var rule = ""
    var subject = ""

    /// - Parameter zone: of times without an offset.
    /// - Throws: `invalid` with every field that is wrong.
    init(_ new: NewDiagnosis, for app: App, _ option: DiagnosisOption, _ reader: Reader) throws {
        (user, device) = (new.userId?.given ?? "", new.deviceId?.given ?? "")
        (platform, network, channel) = (new.platform, new.network ?? .wifi, new.channel ?? .poll)
        description = (new.description ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        consent = (new.consent ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        guard let start = try Moment.read(new.from, "from", reader), let end = try Moment.read(new.to, "to", reader, isEnd: true) else {
            throw Problem.invalid(new.from.isEmpty ? "from" : "to", "web.required")
        }
        from = Self.hour(start, .down)
        to = Self.hour(end, .up)
        let wrong = rejections(app, option, now: reader.now)
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    /// One that a rule makes.
    init(device: String, platform: Platform, from: Date, to: Date, by rule: DiagnosisRule, subject: String, description: String) {
        (user, self.device, self.platform) = ("", device, platform)
        (self.from, self.to) = (Self.hour(from, .down), Self.hour(to, .up))
        (network, channel) = (rule.network, rule.channel)
        (self.description, consent) = (description, "")
        (self.rule, self.subject) = (rule.id, subject)
    }

    static func hour(_ date: Date, _ rule: FloatingPointRoundingRule) -> Date {
        Date(timeIntervalSince1970: (date.timeIntervalSince1970 / 3_600).rounded(rule) * 3_600)
    }

    private func rejections(_ app: App, _ option: DiagnosisOption, now: Date) -> [Rejection] {
        var wrong = who
        if app.platform(platform) == nil { wrong.append(Rejection("platform", "diagnosis.platform.none")) }
        if from >= to { wrong.append(Rejection("to", "moment.order")) }
        if to.timeIntervalSince(from) > Double(DiagnosisLimits.hours) * 3_600 { wrong.append(Rejection("to", "diagnosis.period.long")) }
        if from >= now {
            wrong.append(Rejection("from", "diagnosis.period.future"))
        } else if to > Self.hour(now, .down).addingTimeInterval(3_600) {
            // Devices send once: what they have yet to write would be missing.
            wrong.append(Rejection("to", "diagnosis.period.end"))
        }
        if description.unicodeScalars.count > DiagnosisLimits.description || !description.isOneLine {
            wrong.append(Rejection("description", "diagnosis.text.long", ["limit": "\(DiagnosisLimits.description)"]))
        }
        if consent.unicodeScalars.count > DiagnosisLimits.consent {
            wrong.append(Rejection("consent", "diagnosis.text.long", ["limit": "\(DiagnosisLimits.consent)"]))
        }
        if consent.isEmpty, option.consent { wrong.append(Rejection("consent", "web.required")) }
        return wrong
    }

    private var who: [Rejection] {
        if user.isEmpty == device.isEmpty { return [Rejection("userId", "diagnosis.who.one")] }
        if !user.isEmpty, !NewBadgeAudience.isUser(user) { return [Rejection("userId", "diagnosis.user.invalid")] }
        if !device.isEmpty, !NewBadgeAudience.isDevice(device) { return [Rejection("deviceId", "diagnosis.device.invalid")] }
        return []
    }
}

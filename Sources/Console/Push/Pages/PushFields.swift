import Foundation
import Web

/// A message as its form holds it: everything is text until it is saved.
struct PushFields: Codable, Sendable {
    var name: String
    var title: String
    var body: String
    /// A line each: `name = value`; or a JSON object.
    var data: String
    var badge: String
    var sound: String
    /// `true` or empty.
    var silent: String
    var imageURL: String
    var ttlSeconds: String
    var collapseId: String
    var target: PushTargetForm?
    var schedule: Schedule?
    var quietHours: Quiet?
    var cap: Cap?
    /// A line each: `name = value`.
    var parameters: String
    var revision: String

    struct Schedule: Codable, Sendable {
        var at: String
        /// `true` or empty.
        var deviceLocal: String
        var repeats: String
        var until: String
        var zone: String
    }

    struct Quiet: Codable, Sendable {
        var from: String
        var to: String
    }

    struct Cap: Codable, Sendable {
        var count: String
        var hours: String
    }
}

extension PushFields {
    /// What a new message begins with.
    init(_ content: PushContent) {
        self.init(
            name: "",
            title: content.title,
            body: content.body,
            data: content.data.isEmpty ? "" : JSONValue.object(content.data).text(pretty: true),
            badge: content.badge.map(String.init) ?? "",
            sound: content.sound,
            silent: content.silent ? "true" : "",
            imageURL: content.imageURL ?? "",
            ttlSeconds: "\(content.ttlSeconds)",
            collapseId: content.collapseId,
            target: PushTargetForm.empty,
            schedule: Schedule(at: "", deviceLocal: "", repeats: PushRepeat.none.rawValue, until: "", zone: ""),
            quietHours: Quiet(from: "", to: ""),
            cap: Cap(count: "", hours: ""),
            parameters: content.placeholders.map { "\($0) = \n" }.joined(),
            revision: ""
        )
    }

    static var empty: PushFields {
        var content = PushContent.empty
        content.sound = "default"
        return PushFields(content)
    }

    /// A message as it is stored.
    /// - Parameter zone: of the reader; a schedule in another is written in its own.
    init(_ message: PushMessage) {
        let (plan, schedule) = (message.plan, message.schedule)
        self.init(message.content)
        name = plan.name
        target = PushTargetForm(plan.target)
        self.schedule = Schedule(
            at: schedule.at?.written(in: schedule.timeZone) ?? "",
            deviceLocal: schedule.deviceLocal ? "true" : "",
            repeats: schedule.repeats.rawValue,
            until: schedule.until?.written(in: schedule.timeZone) ?? "",
            zone: schedule.zone
        )
        quietHours = plan.quiet.map { Quiet(from: PushQuietHours.text($0.from), to: PushQuietHours.text($0.to)) } ?? Quiet(from: "", to: "")
        cap = plan.cap.map { Cap(count: "\($0.count)", hours: "\($0.hours)") } ?? Cap(count: "", hours: "")
        parameters = plan.parameters.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)\n" }.joined()
        revision = "\(message.revision)"
    }
}

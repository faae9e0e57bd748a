import Foundation
import Signing
import Storage
import Web

/// The demo's devices, messages and template: `Seeds/push.json`. No service is asked for any of it; what became of the finished message is written down
/// as senders and devices would have, and its name says that it is a demo.
struct PushSeed {
    private let content: Content

    private struct Content: Decodable {
        let app: String
        let by: DemoPerson
        /// When template and draft were written.
        let prepared: DemoMoment
        let devices: Int
        let models: [Model]
        let template: PushTemplateInput
        let finished: PushMessageInput
        let draft: PushMessageInput
    }

    private struct Model: Decodable {
        let platform: Platform
        let model: String
        let osVersion: String
        let version: String
        let timeZone: String
        let language: String
    }

    init(folder: URL) throws {
        content = try JSONDecoder().decode(Content.self, from: Data(contentsOf: folder.appending(path: "push.json")))
    }

    /// Fills the demo app, where it is one of some.
    func fill(_ messages: PushMessages, _ apps: [App]) async throws {
        guard let app = apps.first(where: { $0.id == content.app }) else { return }
        let now = messages.clock.now
        try await bind(messages.database, app, at: now)
        let clock = content.prepared.clock(in: app.timeZone, now: now)
        let (audit, database) = (Audit(clock: clock), messages.database)
        _ = try await PushTemplates(database: database, audit: audit, clock: clock).create(content.template, of: app.id, by: content.by.actor)
        let past = PushMessages(database: database, audit: audit, clock: clock)
        _ = try await past.create(content.draft, of: app, zone: .gmt, by: content.by.actor)
        try await finish(messages, app, at: now.addingTimeInterval(-6 * 3_600))
    }

    /// Devices of the demo's traffic; where there is none, made up ones.
    private func bind(_ database: Database, _ app: App, at now: Date) async throws {
        try await database.write { connection in
            let known = Dictionary(grouping: try connection.pushSeedDevices(app.id, limit: content.devices), by: \.platform)
            for number in 0..<content.devices {
                let model = content.models[number % content.models.count]
                let device = known[model.platform].flatMap { $0.indices.contains(number) ? $0[number] : nil }
                try connection.bindPush(binding(number, model, device, app, at: now.addingTimeInterval(-Double(number) * 5_400)))
            }
        }
    }

    private func binding(_ number: Int, _ model: Model, _ device: PushSeedDevice?, _ app: App, at time: Date) -> PushBinding {
        PushBinding(
            app: app.id,
            device: device?.id ?? "demo-push-\(number)",
            platform: model.platform,
            channel: model.platform == .ios ? .apns : .fcm,
            environment: number % 12 == 0 ? .development : .production,
            token: Hex.encode(Digest.sha256(Array("demo push \(number)".utf8))),
            user: device?.user ?? (number % 3 == 0 ? "" : "\(2_088_000_000_000_000 + number / 2)"),
            version: device?.version ?? model.version,
            model: device?.model ?? model.model,
            osVersion: device?.osVersion ?? model.osVersion,
            timeZone: model.timeZone,
            language: model.language,
            at: time
        )
    }

    /// - Parameter time: when it was sent.
    private func finish(_ messages: PushMessages, _ app: App, at time: Date) async throws {
        let clock = Clock { time }
        let past = PushMessages(database: messages.database, audit: Audit(clock: clock), clock: clock)
        let id = try await past.create(content.finished, of: app, zone: .gmt, by: content.by.actor).id
        _ = try await past.review(id, of: app.id, by: content.by.actor)
        let devices = try await past.database.read { try $0.pushDeliveries(app.id, id, PushDeliveryFilter(), after: nil, limit: 1_000).map(\.device) }
        // In one go, so that no sender ever sees it on its way.
        _ = try await past.change(id, of: app.id) { connection, message in
            try past.take(connection, message, 0, at: time, by: content.by.actor, isUntested: true)
            try past.step(connection, try connection.pushMessage(app.id, id), .beginning, "\(devices.count)", at: time, by: content.by.actor)
            try connection.beginPushMessage(app.id, id, at: time)
            for (place, device) in devices.enumerated() { try connection.recordPushDemo(PushDemo(place, device, at: time), app.id, id) }
            try past.step(connection, try connection.pushMessage(app.id, id), .end, at: time, by: content.by.actor)
            try connection.endPushMessage(app.id, id, at: time.addingTimeInterval(Double(devices.count)))
        }
    }
}

/// What became of one device of the demo.
struct PushDemo: Sendable {
    let device: String
    let state: PushDeliveryState
    let reason: String
    let answeredAt: Date
    let arrivedAt: Date?
    let openedAt: Date?

    /// - Parameter place: in the audience; decides.
    init(_ place: Int, _ device: String, at time: Date) {
        self.device = device
        (state, reason) = place % 20 == 7 ? (.failed, "Unregistered") : place % 20 == 13 ? (.unknown, PushReason.interrupted.rawValue) : (.sent, "")
        answeredAt = time.addingTimeInterval(Double(place))
        arrivedAt = state == .sent && place % 5 != 4 ? answeredAt.addingTimeInterval(Double(place * 97)) : nil
        openedAt = place % 3 == 0 ? arrivedAt?.addingTimeInterval(Double(place * 211)) : nil
    }
}

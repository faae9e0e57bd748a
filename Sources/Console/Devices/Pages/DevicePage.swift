import Formats
import Foundation
import Web

/// What the page of a device shows beside it, and its ways to other rooms.
struct DevicePage: Codable, Sendable {
    /// Who uses it, as its lines and its push binding name them.
    let users: [DeviceName]
    let activityRows: [ActivityRow]
    let toldRows: [DeviceToldRow]
    let hitRows: [DeviceHitRow]
    let taskRows: [DeviceTaskRow]
    let days: Int
    let bound: Bool
    let links: DeviceLinks
    /// What push shows of it; nil for a device that never bound.
    let pushPage: String?
    /// The form that asks for its log, and that of a message to it; nil for those who may not.
    let ask: String?
    let send: String?

    struct ActivityRow: Codable, Sendable {
        let platform: Platform
        let count: Int
        let daysSeen: [Day]

        struct Day: Codable, Sendable {
            let day: String
            let versions: String
            let crashed: Bool
        }

        init(_ activity: DeviceActivity) {
            platform = activity.platform
            count = activity.days.count
            daysSeen = activity.days.map {
                Day(day: $0.day, versions: $0.versions.joined(separator: ", "), crashed: $0.crashedSession.value ?? false)
            }
        }
    }

    /// - Parameters:
    ///   - detail: unmasked.
    ///   - words: of the reader's language.
    init(_ detail: DeviceDetail, _ app: App, _ words: Catalogue.Words, _ context: Context) {
        let (id, base) = (detail.device, "/apps/\(app.id)")
        let named = detail.platforms.map(\.userId) + [detail.push.value?.userId ?? ""]
        users = DeviceName.all(named, of: app, context)
        activityRows = detail.activity.map(ActivityRow.init)
        toldRows = detail.told.map { DeviceToldRow($0, device: id, of: app.id, words) }
        hitRows = detail.crashes.map { DeviceHitRow(context.isMasked(app) ? $0.masked() : $0, of: app.id) }
        taskRows = detail.diagnostics.map { DeviceTaskRow(context.isMasked(app) ? $0.masked() : $0, of: app.id) }
        days = Devices.days
        bound = detail.push.value?.state == .bound
        links = DeviceLinks(Form([("device", id)]), of: app.id, why: DevicePath.why(device: id, of: app.id))
        pushPage = detail.push.value.map { _ in "\(base)/push-devices/\(PercentEncoding.encode(id))" }
        let platform = detail.platforms.first?.platform ?? detail.push.value?.platform
        let form = Form([("device", id), ("platform", platform?.rawValue ?? "")].filter { !$0.1.isEmpty })
        let mayOperate = context.mayOperate(app.id)
        ask = mayOperate ? "\(base)/diagnostics/new?\(form.encoded)" : nil
        send = mayOperate && bound ? "\(base)/push-messages/new?\(Form([("device", id)]).encoded)" : nil
    }
}

/// A user's name, with its page where it may be read.
struct DeviceName: Codable, Sendable {
    let name: String
    let page: String?

    /// Each once, in their order; without empty ones.
    static func all(_ names: [String], of app: App, _ context: Context) -> [DeviceName] {
        names.reduce(into: [String]()) { if !$1.isEmpty, !$0.contains($1) { $0.append($1) } }.map { name in
            DeviceName(name: context.isMasked(app) ? PersonalMask.masked(name) : name, page: context.userPage(name, of: app))
        }
    }
}

/// What a device or user is looked for by in other rooms.
struct DeviceLinks: Codable, Sendable {
    let logs: String
    let reports: String
    let feedback: String
    let tasks: String
    let why: String

    /// - Parameter who: the one field that names it.
    init(_ who: Form, of app: String, why: String) {
        let base = "/apps/\(app)"
        logs = "\(base)/logs?\(who.encoded)"
        reports = "\(base)/crash-reports?\(who.encoded)"
        feedback = "\(base)/feedback?\(who.encoded)"
        tasks = "\(base)/diagnostics?\(Form([("q", who.fields.first?.value ?? "")]).encoded)"
        self.why = why
    }
}

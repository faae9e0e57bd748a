import Foundation
import Web

/// What the page of a user shows beside it.
struct DeviceUserPage: Codable, Sendable {
    let rows: [Row]
    let others: [Other]
    let hitRows: [DeviceHitRow]
    let taskRows: [DeviceTaskRow]
    let links: DeviceLinks
    /// The form that asks for logs; nil for those who may not.
    let ask: String?

    struct Row: Codable, Sendable {
        let facts: TelemetryDeviceFacts
        let page: String
        let why: String
    }

    /// A device that only push knows of.
    struct Other: Codable, Sendable {
        let device: String
        let page: String
    }

    /// - Parameter detail: unmasked.
    init(_ detail: DeviceUserDetail, _ app: App, _ context: Context) {
        let who = Form([("user", detail.userId)])
        let isMasked = context.isMasked(app)
        rows = detail.devices.map { facts in
            let page = DevicePath.device(facts.device, of: app.id)
            return Row(facts: isMasked ? facts.masked() : facts, page: page, why: DevicePath.why(device: facts.device, of: app.id))
        }
        others = detail.pushDevices.map { Other(device: $0, page: DevicePath.device($0, of: app.id)) }
        hitRows = detail.crashes.map { DeviceHitRow(isMasked ? $0.masked() : $0, of: app.id) }
        taskRows = detail.diagnostics.map { DeviceTaskRow(isMasked ? $0.masked() : $0, of: app.id) }
        links = DeviceLinks(who, of: app.id, why: DevicePath.why(user: detail.userId, of: app.id))
        ask = context.mayOperate(app.id) ? "/apps/\(app.id)/diagnostics/new?\(who.encoded)" : nil
    }
}

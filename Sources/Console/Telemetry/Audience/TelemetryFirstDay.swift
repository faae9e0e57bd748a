/// The earliest day of a device, of those that are to be counted now.
struct TelemetryFirstDay: Sendable {
    let device: TelemetryDeviceKey
    let day: Int

    /// - Returns: one for each device.
    static func earliest(_ presences: [TelemetryPresence]) -> [TelemetryFirstDay] {
        var days: [TelemetryDeviceKey: Int] = [:]
        for presence in presences where presence.kind == .device && presence.version.isEmpty {
            let key = TelemetryDeviceKey(app: presence.app, platform: presence.platform, id: presence.id)
            days[key] = min(days[key] ?? .max, presence.day)
        }
        return days.map { TelemetryFirstDay(device: $0.key, day: $0.value) }
    }
}

struct TelemetryDeviceKey: Hashable, Sendable {
    let app: String
    let platform: Platform
    let id: String
}

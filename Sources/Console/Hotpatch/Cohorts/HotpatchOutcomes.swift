import Storage

/// What exposed devices did: uploads tell of it in the transaction that counts them, so nothing is lost and nothing is told twice; a rebuild of the
/// statistics does not come here.
///
/// Any node may take an upload: exposures are looked up in the database, and those of the last second that are still in this node's memory.
extension HotpatchExposures {
    /// How far after its exposure a device's 报活 has to be. Devices report to be active before they ask for a patch, but clocks differ.
    private static let grace = 5_000

    var telemetry: TelemetryWatch {
        TelemetryWatch(watches: { self.watches($0) }, tell: { try self.tell($0, $1) })
    }

    private func tell(_ entries: [TelemetryEntry], _ connection: Connection) throws {
        for (app, entries) in Dictionary(grouping: entries, by: \.app) {
            let signs = entries.map(HotpatchSigns.init)
            let devices = Set(signs.flatMap(\.devices)).sorted()
            guard !devices.isEmpty else { continue }
            var exposed = try connection.watchedHotpatchExposures(app, devices)
            let known = Set(exposed.map { "\($0.release) \($0.device)" })
            for one in waiting(app, devices) where !known.contains("\(one.release) \(one.device)") {
                exposed.append(HotpatchExposed(release: one.release, device: one.device, at: one.at))
            }
            guard !exposed.isEmpty else { continue }
            let byDevice = Dictionary(grouping: exposed, by: \.device)
            try connection.insertHotpatchReports(zip(entries, signs).flatMap { rows($0, $1, byDevice) })
        }
    }

    private func rows(_ entry: TelemetryEntry, _ signs: HotpatchSigns, _ exposed: [String: [HotpatchExposed]]) -> [[SQLValue]] {
        let upload = entry.rowID
        return signs.devices.flatMap { device in
            (exposed[device] ?? []).compactMap { one -> [SQLValue]? in
                guard let report = signs.report(of: device, since: one.at, grace: Self.grace) else { return nil }
                return [
                    .text(entry.app), .text(one.release), .integer(entry.upload.receivedAt), .text(upload), .text(device), .integer(report.crashes),
                    .integer(report.actives), .integer(report.seenAt), report.startup.sqlValue,
                ]
            }
        }
    }
}

/// What one upload says, by device.
private struct HotpatchSigns {
    private var byDevice: [String: Device] = [:]

    private struct Device {
        var crashes: [Int] = []
        var actives: [Int] = []
        var startups: [(at: Int, milliseconds: Int)] = []
        var seenAt = 0

        mutating func see(_ time: Int) { seenAt = max(seenAt, time) }
    }

    init(_ entry: TelemetryEntry) {
        for day in entry.reduction.devices { byDevice[day.device, default: Device()].see(day.newest) }
        for crash in entry.reduction.crashes where !crash.device.isEmpty {
            byDevice[crash.device, default: Device()].see(crash.time)
            if !crash.isHandled { byDevice[crash.device]?.crashes.append(crash.time) }
        }
        for sign in entry.reduction.signs {
            switch sign.kind {
            case .active: byDevice[sign.device, default: Device()].actives.append(sign.time)
            case .startup(let milliseconds): byDevice[sign.device, default: Device()].startups.append((sign.time, milliseconds))
            }
        }
    }

    /// In one order on every run.
    var devices: [String] { byDevice.keys.sorted() }

    /// nil when it says nothing of the time since the exposure.
    func report(of device: String, since exposure: Int, grace: Int) -> HotpatchReport? {
        guard let signs = byDevice[device], signs.seenAt > exposure else { return nil }
        return HotpatchReport(
            crashes: signs.crashes.count { $0 > exposure },
            actives: signs.actives.count { $0 > exposure + grace },
            seenAt: signs.seenAt,
            startup: signs.startups.filter { $0.at > exposure }.min { $0.at < $1.at }?.milliseconds
        )
    }
}

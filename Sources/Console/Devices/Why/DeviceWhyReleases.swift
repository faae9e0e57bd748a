import Foundation
import Web

/// Updates, patches and switches.
extension DeviceWhys {
    func updateCases(_ device: TelemetryDeviceFacts, _ id: String?, of app: App) async throws -> [DeviceWhyCase] {
        if let id, let other = otherPlatform(try await updates.update(id, of: app.id), device) { return [other] }
        let previews = UpdatePreviews(updates: updates, devices: TelemetryKnownDevices(database: updates.database))
        // One that does not run is held against the device as if it did: the answer says that it does not.
        let evaluation = try await previews.evaluate(device.asker, on: device.platform, of: app, draft: id)
        return evaluation.trace.filter { id == nil || $0.id == id }.map { DeviceWhyCase($0, of: app.id) }
    }

    private func otherPlatform(_ update: Update, _ device: TelemetryDeviceFacts) -> DeviceWhyCase? {
        guard update.plan.platform != device.platform else { return nil }
        return DeviceWhyCase(
            subject: update.id,
            title: "\(update.plan.platform.rawValue) \(update.plan.version)",
            state: OrNull(Message("label.updateState.\(update.state(at: clock.now).rawValue)")),
            got: false,
            because: Message("devices.why.update.otherPlatform"),
            conditions: [.platform(update.plan.platform, device)],
            page: "/apps/\(update.app)/updates/\(update.id)"
        )
    }

    func patchCases(_ device: TelemetryDeviceFacts, _ id: String?, of app: App) async throws -> [DeviceWhyCase] {
        if let id, let other = otherPlatform(try await hotpatches.hotpatches.hotpatch(id, of: app.id), device) { return [other] }
        let evaluation = try await hotpatches.evaluate(device.asker, on: device.platform, of: app, current: "", draft: id)
        return evaluation.trace.filter { id == nil || $0.id == id }.map { DeviceWhyCase($0, of: app.id) }
    }

    private func otherPlatform(_ hotpatch: Hotpatch, _ device: TelemetryDeviceFacts) -> DeviceWhyCase? {
        guard hotpatch.plan.platform != device.platform else { return nil }
        return DeviceWhyCase(
            subject: hotpatch.id,
            title: "#\(hotpatch.version)",
            state: OrNull(Message("label.hotpatchState.\(hotpatch.state(at: clock.now).rawValue)")),
            got: false,
            because: Message("devices.why.patch.otherPlatform"),
            conditions: [.platform(hotpatch.plan.platform, device)],
            page: "/apps/\(hotpatch.app)/hotpatches/\(hotpatch.id)"
        )
    }

    func switchCases(_ device: TelemetryDeviceFacts, _ key: String?, of app: App) async throws -> [DeviceWhyCase] {
        let rollout = device.asker.rollout(device.platform)
        guard let key else {
            return try await switches.evaluate(app.id, rollout, drafted: false).prefix(Self.mostSwitches).map { DeviceWhyCase($0, of: app.id) }
        }
        let found = try await switches.find(key, of: app.id)
        if let published = found.published.value { return [DeviceWhyCase(SwitchEvaluation(key, published, rollout), of: app.id)] }
        return [
            DeviceWhyCase(
                subject: key,
                title: key,
                state: OrNull(Message("label.switchState.\(found.state.rawValue)")),
                got: false,
                because: Message("devices.why.switches.draft"),
                conditions: [],
                page: "/apps/\(app.id)/switches/\(PercentEncoding.encode(key))"
            )
        ]
    }
}

extension RolloutReason {
    fileprivate static func platform(_ wanted: Platform, _ device: TelemetryDeviceFacts) -> RolloutReason {
        RolloutReason(RolloutFinding(.words(.platform, [wanted.rawValue]), RolloutDevice(platform: device.platform)))
    }
}

extension DeviceWhyCase {
    fileprivate init(_ trace: UpdateTrace, of app: String) {
        let word = trace.state == .running ? trace.obstacle.value?.rawValue ?? "told" : trace.state.rawValue
        self.init(
            subject: trace.id,
            title: trace.version,
            state: OrNull(Message("label.updateState.\(trace.state.rawValue)")),
            got: word == "told",
            because: Message("devices.why.update.\(word)"),
            conditions: trace.findings.map { RolloutReason($0) },
            page: "/apps/\(app)/updates/\(trace.id)"
        )
    }

    fileprivate init(_ trace: HotpatchTrace, of app: String) {
        let word = trace.state == .running ? trace.obstacle.value?.rawValue ?? "told" : trace.state.rawValue
        self.init(
            subject: trace.id,
            title: "#\(trace.version)",
            state: OrNull(Message("label.hotpatchState.\(trace.state.rawValue)")),
            got: word == "told",
            because: Message("devices.why.patch.\(word)"),
            note: OrNull(trace.arm.value.map { Message("devices.why.arm.\($0.rawValue)") }),
            conditions: trace.findings.map { RolloutReason($0) },
            page: "/apps/\(app)/hotpatches/\(trace.id)"
        )
    }

    fileprivate init(_ evaluation: SwitchEvaluation, of app: String) {
        let shown = evaluation.value.text().shortened(to: 200)
        let because =
            evaluation.rule.value.map { Message("devices.why.switches.rule", ["rule": "\($0)", "value": shown]) }
            ?? Message("devices.why.switches.default", ["value": shown])
        self.init(
            subject: evaluation.key,
            title: evaluation.key,
            state: OrNull(nil),
            got: evaluation.rule.value != nil,
            because: because,
            conditions: evaluation.trace.flatMap { trace in trace.findings.map { RolloutReason($0, rule: trace.rule) } },
            page: "/apps/\(app)/switches/\(PercentEncoding.encode(evaluation.key))"
        )
    }
}

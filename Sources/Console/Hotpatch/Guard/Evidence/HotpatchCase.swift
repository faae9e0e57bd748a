/// All that the guard knows of one release: a bounded value, however many devices there are. Pure: the same reports in the same order make the same case.
struct HotpatchCase: Codable, Sendable, Equatable {
    private(set) var evidence = HotpatchEvidence()
    private(set) var treatment = HotpatchArmTally()
    private(set) var control = HotpatchArmTally()
    private(set) var sizes = HotpatchSizes()
    private(set) var flood = HotpatchFlood()

    subscript(arm: HotpatchArm) -> HotpatchArmTally { arm == .treatment ? treatment : control }

    /// Devices of an arm that are, or were, compared.
    func size(of arm: HotpatchArm) -> Int { sizes[arm] }

    /// The sizes of the cohorts as they are now.
    /// - Parameters:
    ///   - counts: exposed devices by arm and slice.
    ///   - peak: the highest percentage the release ever had.
    mutating func resize(_ counts: HotpatchCounts, peak: Double) {
        sizes.renew(counts, compared: HotpatchCohort.comparedSlices(peak: peak))
    }

    /// Takes up what a device's upload says. A device whose buckets left the comparison says nothing any more.
    mutating func fold(_ report: HotpatchReport, into device: inout HotpatchDevice, at time: Int) {
        device.seenAt = max(device.seenAt, report.seenAt)
        guard sizes.compares(device.slice) else { return }
        foldCrashes(report.crashes, &device, time)
        if report.actives > 0 { foldActives(report.actives, &device) }
        if let startup = report.startup, !device.hasStarted {
            device.hasStarted = true
            evidence.observe(startup: startup, of: device.arm)
            change(device.arm) { $0.startups[TelemetryHistogram.bucket(of: startup), default: 0] += 1 }
        }
    }

    private mutating func foldCrashes(_ count: Int, _ device: inout HotpatchDevice, _ time: Int) {
        guard count > 0 else { return }
        flood.add(count, of: device.arm, at: time)
        defer { flood.judge(sizes, crashed: treatment.crashed + control.crashed) }
        let before = device.crashes
        device.crashes = min(before + count, HotpatchArmTally.mostCrashes)
        change(device.arm) { $0.crashes += device.crashes - before }
        if before == 0 {
            evidence.observe(.crashed, of: device.arm)
            change(device.arm) { $0.crashed += 1 }
        }
        if before < HotpatchQuestion.again, device.crashes >= HotpatchQuestion.again {
            evidence.observe(.crashedAgain, of: device.arm)
            change(device.arm) { $0.crashedAgain += 1 }
        }
    }

    private mutating func foldActives(_ count: Int, _ device: inout HotpatchDevice) {
        let before = device.actives
        device.actives = min(before + count, HotpatchArmTally.mostActives)
        change(device.arm) { $0.actives += device.actives - before }
        guard !device.hasReturned else { return }
        device.hasReturned = true
        evidence.observe(.returned, of: device.arm)
        change(device.arm) { $0.returned += 1 }
    }

    /// A device gave no sign of life for longer than usual.
    mutating func silence(_ device: inout HotpatchDevice) {
        guard !device.isSilent else { return }
        device.isSilent = true
        guard sizes.compares(device.slice) else { return }
        evidence.observe(.silent, of: device.arm)
        change(device.arm) { $0.silent += 1 }
    }

    /// Why nothing may be decided now; nil when all is well.
    /// - Parameter time: ms since 1970.
    func freeze(at time: Int) -> HotpatchFreeze? {
        if !sizes.isBalanced { return .unbalanced }
        return flood.isFlooded(at: time) ? .flooded : nil
    }

    private mutating func change(_ arm: HotpatchArm, _ body: (inout HotpatchArmTally) -> Void) {
        switch arm {
        case .treatment: body(&treatment)
        case .control: body(&control)
        }
    }
}

/// Why the guard decides nothing for now.
enum HotpatchFreeze: String, Codable, CaseIterable, Sendable {
    /// The cohorts are not of the sizes that the draw gives: who is in which is not chance alone.
    case unbalanced
    /// More reports than devices can have made.
    case flooded
}

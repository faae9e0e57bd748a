/// Crash reports by the hour, to see when they are more than devices can have made.
///
/// A device is counted once as crashed and ``HotpatchArmTally/mostCrashes`` times at most, so a flood moves no decision by its number; it is a sign that reports
/// are forged or repeated, and then nothing is decided. Two signs, in one hour: devices *without* the patch sent more than one crash report each; or there
/// were more than 30 reports for each device that ever crashed, which is one every two minutes around the clock.
struct HotpatchFlood: Codable, Sendable, Equatable {
    private var hour = 0
    private var treatment = 0
    private var control = 0
    /// The last hour with a flood.
    private var flooded = 0

    private static let leastControl = 200
    private static let leastReports = 1_000
    private static let mostOfCrashed = 30

    mutating func add(_ reports: Int, of arm: HotpatchArm, at time: Int) {
        let now = time / 3_600_000
        if now > hour { (hour, treatment, control) = (now, 0, 0) }
        if arm == .treatment { treatment += reports } else { control += reports }
    }

    /// Looked at after each batch of reports.
    mutating func judge(_ sizes: HotpatchSizes, crashed: Int) {
        if control > max(Self.leastControl, sizes[.control]) { flooded = hour }
        let reports = treatment + control
        if reports > Self.leastReports, reports > Self.mostOfCrashed * max(1, crashed) { flooded = hour }
    }

    /// For the hour of a flood and the next.
    func isFlooded(at time: Int) -> Bool { flooded > 0 && time / 3_600_000 <= flooded + 1 }
}

/// Which devices something is for: all conditions have to hold, and without one it is for all. What a device does not tell of itself
/// fulfils no condition, not even one that shuts others out.
struct RolloutRule: Sendable, Equatable {
    let conditions: [RolloutCondition]

    func matches(_ device: RolloutDevice) -> Bool {
        conditions.allSatisfy { $0.holds(for: device) }
    }

    /// Every condition with what was found: why this device is in, or is not.
    func trace(_ device: RolloutDevice) -> [RolloutFinding] {
        conditions.map { RolloutFinding($0, device) }
    }
}

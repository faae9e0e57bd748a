/// A device that is watched: which arm, and which questions it has answered.
struct HotpatchDevice: Sendable, Equatable {
    let arm: HotpatchArm
    let slice: Int
    /// Counted up to the caps of ``HotpatchArmTally``.
    var crashes = 0
    var actives = 0
    /// The last sign of life, or the exposure; ms since 1970.
    var seenAt: Int
    var hasReturned = false
    var hasStarted = false
    var isSilent = false
}

/// What an upload says of a device after it was exposed.
struct HotpatchReport: Sendable, Equatable {
    var crashes = 0
    var actives = 0
    /// The last line's time, ms since 1970.
    var seenAt: Int
    /// Milliseconds of the first measured start.
    var startup: Int?
}

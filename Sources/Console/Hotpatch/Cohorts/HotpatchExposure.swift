import Storage

/// That a device was offered a release's patch, or would have been: the moment from which it is watched.
struct HotpatchExposure: Sendable, Equatable {
    let app: String
    /// Id of the release.
    let release: String
    let platform: Platform
    let device: String
    /// Of the app, as the device said.
    let version: String
    let arm: HotpatchArm
    /// ``HotpatchCohort/slice(of:)``.
    let slice: Int
    /// By the console's clock, in ms since 1970.
    let at: Int
}

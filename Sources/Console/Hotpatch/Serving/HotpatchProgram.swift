import Foundation

/// All that devices of one platform of an app may be told. Each version has one release at most, so a device is held against one, however many run.
struct HotpatchProgram: Sendable {
    let offers: [RolloutVersion: HotpatchOffer]
    /// By patch version.
    let known: [Int: HotpatchKnown]

    /// The release that a device's version of the app has.
    func offer(for device: RolloutDevice) -> HotpatchOffer? {
        device.version.isKnown ? offers[device.version] : nil
    }

    /// Whether a device that holds this patch is to drop it.
    func withdrawn(_ current: String) -> Int? {
        guard let number = Int(current), let patch = known[number], patch.isWithdrawn else { return nil }
        return number
    }
}

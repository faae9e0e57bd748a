import Foundation

/// One use of an app on a device.
struct TelemetrySeedSession: Sendable {
    let device: TelemetrySeedDevice
    let version: TelemetrySeedTraffic.Version
    let start: Date
    /// Seconds.
    let length: Double
    let network: TelemetrySeedModels.Network
    let id: String
    /// `nil` while nobody is logged in.
    let userId: String?
}

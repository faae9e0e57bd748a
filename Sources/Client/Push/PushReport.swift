/// What became of a message on this device.
struct PushReport: Codable, Sendable, Hashable {
    static let operation = "mpaas.push.report"

    let messageId: String
    let event: PushBinding.Event
    /// The device. Written when it is sent: a signature covers the body alone, and two devices that said the same in the same millisecond would have the
    /// same one, which the gateway takes once.
    var did: String?

    func by(_ device: String) -> PushReport {
        var report = self
        report.did = device
        return report
    }
}

/// What the console is to know of a device for pushes (`mpaas.push.bind`).
struct PushQuestion: Codable, Sendable, Hashable {
    static let operation = "mpaas.push.bind"

    let token: String
    /// `1` Android, `2` iOS, `7` HarmonyOS.
    let osType: String
    /// Empty for nobody, which ends the binding to a user.
    let userId: String
    let channel: PushRegistration.Channel
    let environment: PushRegistration.Environment
    let osVersion: String?
    let mobileModel: String?
    /// A name such as `Asia/Shanghai`, or a distance such as `+08:00`: for messages at the device's own time.
    let timeZone: String
    let language: String?
    let did: String
    /// Not asked for by the console, which reads it from the header: a new version of the app binds anew.
    let productVersion: String
}

/// `mpaas.push.unbind`.
struct PushFarewell: Codable, Sendable, Hashable {
    static let operation = "mpaas.push.unbind"

    let token: String
    let did: String
}

/// The answers to all devices of an app, made ready for each platform.
final class SwitchAnswers: Sendable {
    let stamp: SwitchEdition.Stamp
    /// The last publication's number, as devices are told it.
    let publication: String
    private let platforms: [Platform: SwitchProgram]

    init(_ edition: SwitchEdition) {
        stamp = edition.stamp
        publication = "\(edition.stamp.number)"
        let switches = edition.definitions.sorted { $0.key < $1.key }
        platforms = Dictionary(uniqueKeysWithValues: Platform.allCases.map { ($0, SwitchProgram(switches, on: $0, number: edition.stamp.number)) })
    }

    /// `{"switches":{key:value},"version":"…"}`
    func answer(_ device: RolloutDevice) -> [UInt8] {
        platforms[device.platform]?.answer(device) ?? Self.none
    }

    /// For apps that have published nothing.
    static let none = Array(#"{"switches":{},"version":"0"}"#.utf8)
}

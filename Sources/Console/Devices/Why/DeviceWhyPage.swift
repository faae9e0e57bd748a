import Formats
import Foundation
import Web

/// What the page of the question shows beside the answer.
struct DeviceWhyPage: Codable, Sendable {
    let form: Asked
    let platforms: [AppPlatformChoice]
    let kinds: [Kind]
    let choices: [DeviceWhyChoice]
    /// Whether anybody was asked for.
    let asked: Bool
    /// The device's page; nil where no device is known.
    let page: String?
    let userPage: String?
    let otherRows: [Other]
    let rows: [Row]
    let toldRows: [DeviceToldRow]
    /// Where the same can be tried with other versions, cities and networks; nil for kinds that have no such page.
    let trial: String?

    struct Asked: Codable, Sendable {
        let device: String
        let user: String
    }

    struct Kind: Codable, Sendable {
        let kind: ExposureKind
        let chosen: Bool
    }

    struct Other: Codable, Sendable {
        let device: String
        let href: String
    }

    struct Row: Codable, Sendable {
        let found: DeviceWhyCase
        let title: String
        /// A switch's value comes from a rule or is the default: it is got either way.
        let isSwitch: Bool
    }

    /// - Parameters:
    ///   - why: unmasked.
    ///   - words: of the reader's language.
    init(
        _ asked: DeviceWhyAsked,
        _ why: DeviceWhy,
        _ choices: [DeviceWhyChoice],
        _ app: App,
        _ words: Catalogue.Words,
        _ context: Context
    ) {
        form = Asked(
            device: context.filled("device", asked.device),
            user: context.filled("user", asked.user)
        )
        platforms = AppPlatformChoice.all(of: app, chosen: asked.platform?.rawValue)
        kinds = ExposureKind.allCases.map { Kind(kind: $0, chosen: $0 == asked.kind) }
        self.choices = choices.map { DeviceWhyChoice(subject: $0.subject, title: asked.kind.title($0.title, words), chosen: $0.chosen) }
        self.asked = !asked.isEmpty
        page = why.device.device.isEmpty ? nil : DevicePath.device(why.device.device, of: app.id)
        userPage = context.userPage(why.device.userId, of: app)
        otherRows = why.others.map { Other(device: $0, href: DevicePath.why(asked.kind, device: $0, subject: asked.subject, of: app.id)) }
        let shown = context.isMasked(app) ? why.masked() : why
        rows = shown.cases.map { Row(found: $0, title: asked.kind.title($0.title, words), isSwitch: asked.kind == .switches) }
        toldRows = shown.told.map { DeviceToldRow($0, device: why.device.device, of: app.id, words) }
        trial = Self.trial(asked.kind, why.device, context.isMasked(app), app.id)
    }

    private static func trial(_ kind: ExposureKind, _ device: TelemetryDeviceFacts, _ isMasked: Bool, _ app: String) -> String? {
        let rooms: [ExposureKind: String] = [.update: "updates", .patch: "hotpatches", .switches: "switches"]
        guard let room = rooms[kind] else { return nil }
        let user = isMasked && PersonalMask.masked(device.userId) != device.userId ? "" : device.userId
        let fields = [("platform", device.platform.rawValue), ("device", device.device), ("user", user), ("version", device.version)]
        return "/apps/\(app)/\(room)/evaluation?\(Form(fields.filter { !$0.1.isEmpty }).encoded)"
    }
}

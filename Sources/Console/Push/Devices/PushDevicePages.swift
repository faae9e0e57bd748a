import Foundation
import Web

/// What `Views/PushDevices/list` shows beside the list.
struct PushDeviceListPage: Codable, Sendable {
    let filter: Filter
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    let channels: [ChannelChoice]
    let environments: [EnvironmentChoice]
    let states: [StateChoice]
    let filtered: Bool
    /// Whether users are linked to their pages, whose addresses name them.
    let namesUsers: Bool
    let figures: PushDeviceFigures
    let gone: [Gone]
    let goneDevices: Int
    let pager: Pager

    struct Filter: Codable, Sendable {
        let device: String
        let user: String
        let token: String
        let version: String
    }

    struct Row: Codable, Sendable {
        let device: PushDeviceView
        let bound: Bool
        /// Of Apple's development service: a token that only builds from Xcode have.
        let development: Bool
    }

    struct ChannelChoice: Codable, Sendable {
        let channel: PushChannel
        let chosen: Bool
    }

    struct EnvironmentChoice: Codable, Sendable {
        let environment: PushEnvironment
        let chosen: Bool
    }

    struct StateChoice: Codable, Sendable {
        let state: PushDeviceState
        let chosen: Bool
    }

    /// Devices that are gone for one reason.
    struct Gone: Codable, Sendable {
        /// Where the console itself says so; nil for a service's word.
        let known: PushGone?
        let reason: String
        let devices: Int

        init(_ gone: PushDeviceFigures.Gone) {
            known = PushGone(rawValue: gone.reason)
            (reason, devices) = (gone.reason, gone.devices)
        }
    }

    init(
        _ query: PushDeviceRoutes.Query,
        _ list: List<PushDeviceView>,
        _ figures: PushDeviceFigures,
        _ place: ListPlace,
        _ app: App,
        _ context: Context
    ) {
        filter = Filter(device: query.device ?? "", user: query.user ?? "", token: query.token ?? "", version: query.version ?? "")
        rows = list.items.map { Row(device: $0, bound: $0.state == .bound, development: $0.environment == .development) }
        platforms = AppPlatformChoice.all(of: app, chosen: query.platform?.rawValue)
        channels = PushChannel.allCases.map { ChannelChoice(channel: $0, chosen: $0 == query.channel) }
        environments = PushEnvironment.allCases.map { EnvironmentChoice(environment: $0, chosen: $0 == query.environment) }
        states = PushDeviceState.allCases.map { StateChoice(state: $0, chosen: $0 == query.state) }
        filtered = context.isFiltered
        namesUsers = !context.isMasked(app)
        self.figures = figures
        gone = figures.gone.map(Gone.init)
        goneDevices = figures.gone.reduce(0) { $0 + $1.devices }
        pager = Pager(list, place, context)
    }
}

/// What the page of one device shows beside it.
struct PushDevicePage: Codable, Sendable {
    let bound: Bool
    let gone: Bool
    /// Where the console itself took the token for lost; nil for a service's word.
    let known: PushGone?
    let development: Bool
    let rows: [Row]
    let mayUnbind: Bool
    let namesUser: Bool
    /// The device in other rooms.
    let logs: String
    let crashes: String
    let feedback: String

    struct Row: Codable, Sendable {
        let delivery: PushDeviceDelivery
        let good: Bool
        let bad: Bool
        let warn: Bool
    }

    init(_ detail: PushDeviceDetail, _ app: App, _ context: Context) {
        let device = detail.device
        bound = device.state == .bound
        gone = device.state == .gone
        known = PushGone(rawValue: device.reason)
        development = device.environment == .development
        rows = detail.deliveries.map { Row(delivery: $0, good: $0.state == .sent, bad: $0.state == .failed, warn: $0.state == .unknown) }
        mayUnbind = device.state == .bound && context.mayOperate(app.id)
        namesUser = !context.isMasked(app)
        let named = PercentEncoding.encode(device.deviceId)
        logs = "/apps/\(app.id)/logs?device=\(named)"
        crashes = "/apps/\(app.id)/crash-reports?device=\(named)"
        feedback = "/apps/\(app.id)/feedback?device=\(named)"
    }
}

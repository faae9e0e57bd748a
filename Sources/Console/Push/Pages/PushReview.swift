import Foundation
import Web

/// What is looked at before a message is confirmed.
struct PushReview: Codable, Sendable {
    private(set) var message: PushMessageView
    /// As it was frozen; null while nobody reviewed it.
    let audience: OrNull<PushAudienceCount>
    /// What one of the devices would be given.
    let sample: PushPreview
    let warnings: [Warning]
    /// Whether a second person will be asked.
    let asks: Bool

    /// Something to know before it goes out; the channel, the environment and how many devices where it is of these.
    struct Warning: Codable, Sendable, Equatable {
        let kind: PushWarning
        let channel: OrNull<PushChannel>
        let environment: OrNull<PushEnvironment>
        let devices: OrNull<Int>

        init(_ kind: PushWarning, _ channel: PushChannel? = nil, _ environment: PushEnvironment? = nil, devices: Int? = nil) {
            self.kind = kind
            self.channel = OrNull(channel)
            self.environment = OrNull(environment)
            self.devices = OrNull(devices)
        }
    }
}

/// What a review may say.
enum PushWarning: String, Codable, CaseIterable, Sendable {
    /// Devices of a channel that nothing opens: none in use, or one that is over.
    case noCertificate, certificateExpired, noCredentials
    /// With what fills it, it is larger than a channel takes.
    case payloadLarge
    /// It is silent, and a channel shows notifications only.
    case silentUnsupported
    /// Nobody tested what it says now.
    case untested
    /// It is silent, and its title and body are shown nowhere.
    case silentText
    /// Some will get it when their quiet hours are over.
    case quietHours
    /// Devices in the development environment beside those of production.
    case mixed
    /// What the target names and reaches nobody.
    case withoutToken
    /// Its runs have audiences of their own.
    case repeated
    /// Its time to live is shorter than the quiet hours.
    case ttl
}

extension PushMessages {
    /// Devices whose payloads are measured, those with the longest texts of their own.
    private static let mostMeasured = 20

    /// - Parameter missing: which ways to devices are not open.
    /// - Throws: `notFound`.
    func looked(_ id: String, of app: String, missing: PushMissingDoors) async throws -> PushReview {
        let message = try await message(id, of: app)
        let view = try await view(message)
        let now = clock.now
        let (audience, parameters, option) = try await database.read { connection in
            let parameters = try connection.longestPushParameters(app, id, limit: Self.mostMeasured)
            return (try connection.reviewedPushAudience(message, at: now), parameters, try connection.pushOption(app))
        }
        let ways = audience?.channels ?? []
        let closed = try await missing(app, Set(ways.map(\.channel)), Set(ways.map(\.environment)))
        // A missing certificate of an environment that no device is in is nobody's trouble.
        let doors = closed.map { PushReview.Warning($0, ways) }.filter { ($0.devices.value ?? 0) > 0 }
        let warnings = PushReview.warnings(message, audience, doors + PushReview.refusals(message, ways, parameters))
        let asks = option.secondFrom.map { (message.audience ?? 0) >= $0 } ?? false
        let sample = PushPreview(message.content, message.plan.parameters.merging(parameters.first ?? [:]) { $1 }, message: id)
        return PushReview(message: view, audience: OrNull(audience), sample: sample, warnings: warnings, asks: asks)
    }
}

/// Tells which of some ways to devices are not open; `PushCredentials.missing`.
typealias PushMissingDoors =
    @Sendable (_ app: String, _ channels: Set<PushChannel>, _ environments: Set<PushEnvironment>) async throws -> [PushMissing]

extension PushReview.Warning {
    fileprivate init(_ missing: PushMissing, _ ways: [PushAudienceCount.Channel]) {
        let environment = missing.environment.value
        let kind: PushWarning =
            switch missing.reason {
            case .noCertificate: .noCertificate
            case .certificateExpired: .certificateExpired
            case .noCredentials: .noCredentials
            }
        let devices = ways.filter { $0.channel == missing.channel && (environment == nil || $0.environment == environment) }
        self.init(kind, missing.channel, environment, devices: devices.reduce(0) { $0 + $1.devices })
    }
}

extension PushReview {
    /// For whoever asks, as the message is.
    func shown(to context: Context, _ app: App) -> PushReview {
        var review = self
        review.message = message.shown(to: context, app)
        return review
    }

    /// What channels other than Apple's will not take; for Apple's nothing is frozen that it refuses.
    /// - Parameter parameters: of devices; none where devices have none of their own.
    fileprivate static func refusals(_ message: PushMessage, _ ways: [PushAudienceCount.Channel], _ parameters: [[String: String]]) -> [Warning] {
        ways.filter { $0.channel != .apns }.compactMap { way in
            if message.content.silent, !way.channel.takesSilent { return Warning(.silentUnsupported, way.channel, devices: way.devices) }
            guard way.channel.limitsPayload else { return nil }
            let bytes = ([[:]] + parameters).map { message.plan.payloadBytes($0, message: message.id, for: way.channel) }
            return bytes.contains { $0 > PushPayload.limit } ? Warning(.payloadLarge, way.channel, devices: way.devices) : nil
        }
    }

    /// - Parameter failing: those of devices that will not get it.
    fileprivate static func warnings(_ message: PushMessage, _ audience: PushAudienceCount?, _ failing: [Warning]) -> [Warning] {
        let (content, channels) = (message.content, audience?.channels ?? [])
        var warnings = failing
        if message.testedAt == nil { warnings.append(Warning(.untested)) }
        if content.silent, !(content.title + content.body).isEmpty { warnings.append(Warning(.silentText)) }
        if let quiet = message.plan.quiet {
            warnings.append(Warning(.quietHours))
            let minutes = (quiet.to - quiet.from + 1_440) % 1_440
            if content.ttlSeconds < minutes * 60 { warnings.append(Warning(.ttl)) }
        }
        let (development, production) = (channels.filter { $0.environment == .development }, channels.filter { $0.environment == .production })
        if !development.isEmpty, !production.isEmpty {
            warnings.append(Warning(.mixed, nil, .development, devices: development.reduce(0) { $0 + $1.devices }))
        }
        if let without = audience?.withoutToken, without > 0 { warnings.append(Warning(.withoutToken, devices: without)) }
        if message.isRepeated { warnings.append(Warning(.repeated)) }
        return warnings
    }
}

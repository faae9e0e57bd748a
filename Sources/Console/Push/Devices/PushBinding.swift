import Foundation

/// What a device says when it binds its token.
struct PushBinding: Sendable, Equatable {
    let app: String
    let device: String
    let platform: Platform
    let channel: PushChannel
    let environment: PushEnvironment
    let token: String
    /// nil where the call says nothing of it: who was known stays. Empty for nobody any more.
    let user: String?
    /// Empty where it did not say, as all that follow: what was known stays.
    let version: String
    let model: String
    let osVersion: String
    let timeZone: String
    let language: String
    let at: Date

    /// The body of `mpaas.push.bind`. Numbers may come as texts and the other way round, as clients of several kinds send them.
    struct Request: Decodable, Sendable {
        let token: String
        /// 1 Android, 2 iOS, 7 HarmonyOS (help.aliyun.com/document_detail/2871125, as `deliveryType`).
        let osType: String?
        let userId: String?
        let channel: String?
        let environment: String?
        let did: String?
        let productVersion: String?
        let osVersion: String?
        let mobileModel: String?
        let timeZone: String?
        let language: String?

        private enum CodingKeys: CodingKey {
            case token, osType, userId, channel, environment, did, productVersion, osVersion, mobileModel, timeZone, language
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
            token = try container.decode(String.self, forKey: .token)
            osType = try (try? container.decodeIfPresent(Int.self, forKey: .osType)).flatMap { $0.map(String.init) } ?? text(.osType)
            userId = try text(.userId)
            channel = try text(.channel)
            environment = try text(.environment)
            did = try text(.did)
            productVersion = try text(.productVersion)
            osVersion = try text(.osVersion)
            mobileModel = try text(.mobileModel)
            timeZone = try text(.timeZone)
            language = try text(.language)
        }
    }

    /// - Throws: `GatewayRefusal` 3002 with what is wrong; it never repeats what was sent.
    init(_ request: Request, _ call: GatewayCall) throws {
        func refuse(_ reason: String) -> GatewayRefusal { GatewayRefusal(.badFormat, reason) }
        device = try Self.device(request.did, call)
        platform = call.platform.platform
        if let osType = request.osType?.orNil, Self.systems[osType] != platform { throw refuse("osType is not the platform of the AppId") }
        guard let channel = request.channel.map(PushChannel.init(rawValue:)) ?? .usual(of: platform), channel.serves(platform) else {
            throw refuse("channel is none that reaches \(platform)")
        }
        guard let environment = request.environment.map(PushEnvironment.init(rawValue:)) ?? .production else {
            throw refuse("environment is neither development nor production")
        }
        guard let token = channel.token(request.token) else { throw refuse("token is none of \(channel)") }
        let user = request.userId ?? call.user
        if let user, !user.isEmpty, !NewBadgeAudience.isUser(user) { throw refuse("userId is not a user id") }
        (app, self.channel, self.token, self.user, at) = (call.app.id, channel, token, user, call.receivedAt)
        self.environment = channel == .apns ? environment : .production
        version = Self.trait(request.productVersion ?? call.version)
        model = Self.trait(request.mobileModel)
        osVersion = Self.trait(request.osVersion)
        timeZone = PushZoneText.kept(request.timeZone ?? "")
        language = Self.language(request.language ?? "")
    }

    private static let systems: [String: Platform] = ["1": .android, "2": .ios, "7": .harmony]

    /// The device of a call; what stands in the request, which is signed, goes before the header, which is not.
    /// - Throws: `GatewayRefusal` 3002 for a device that is not known.
    static func device(_ did: String?, _ call: GatewayCall) throws -> String {
        let device = did ?? call.device
        guard NewBadgeAudience.isDevice(device) else { throw GatewayRefusal(.badFormat, "push needs a device id, in the header Did") }
        return device
    }

    /// What is only shown and compared is cut rather than refused; devices write `-` for what they do not know.
    private static func trait(_ text: String?) -> String {
        guard let text, text != "-" else { return "" }
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(PushDeviceLimits.trait).filter { $0.value >= 0x20 && $0.value != 0x7F }))
    }

    /// A tag as of BCP 47, or with `_` as Android writes it; anything else is not kept.
    private static func language(_ text: String) -> String {
        text.wholeMatch(of: #/[A-Za-z]{2,8}([_\-][A-Za-z0-9]{1,8}){0,5}/#) == nil ? "" : text
    }
}

/// A device's time zone as it is kept: `+08:00`, or a name that is known.
enum PushZoneText {
    /// - Returns: empty for what is no time zone.
    static func kept(_ text: String) -> String {
        if let match = text.wholeMatch(of: #/([+\-])(\d{2}):?(\d{2})/#), let hours = Int(match.output.2), let minutes = Int(match.output.3) {
            return hours <= 14 && minutes < 60 ? "\(match.output.1)\(match.output.2):\(match.output.3)" : ""
        }
        return text.utf8.count <= 64 && TimeZone.knownTimeZoneIdentifiers.contains(text) ? text : ["UTC", "GMT", "Z"].contains(text) ? "+00:00" : ""
    }
}

/// What a device says of a message that it got.
struct PushReport: Sendable, Equatable {
    let app: String
    let device: String
    let message: String
    let event: Event
    let at: Date

    enum Event: String, Codable, CaseIterable, Sendable {
        case arrived, opened, ignored
    }
}

/// A device's token that is to be used no more.
struct PushUnbinding: Sendable, Equatable {
    let app: String
    let device: String
    /// Only if it is this one; nil for whichever it is. As the device sent it.
    let token: String?
    let at: Date
}

import Foundation

extension PushBinding {
    /// The body of `mpaas.push.bind`.
    struct Request: Decodable, Sendable {
        let token: String
        /// 1 Android, 2 iOS, 7 HarmonyOS (help.aliyun.com/document_detail/2871125, as `deliveryType`); a number or a text.
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
            osType = if let number = try? container.decodeIfPresent(Int.self, forKey: .osType) { "\(number)" } else { try text(.osType) }
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
        device = try Self.device(request.did, call)
        platform = call.platform.platform
        channel = try request.channel(on: platform)
        environment = try request.environment(of: channel)
        guard let token = channel.token(request.token) else { throw GatewayRefusal(.badFormat, "token is none of \(channel)") }
        user = request.userId ?? call.user
        if let user, !user.isEmpty, !NewBadgeAudience.isUser(user) { throw GatewayRefusal(.badFormat, "userId is not a user id") }
        (app, self.token, at) = (call.app.id, token, call.receivedAt)
        version = Self.trait(request.productVersion ?? call.version)
        model = Self.trait(request.mobileModel)
        osVersion = Self.trait(request.osVersion)
        timeZone = PushZoneText.kept(request.timeZone ?? "")
        language = Self.language(request.language ?? "")
    }

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

extension PushBinding.Request {
    private static let systems: [String: Platform] = ["1": .android, "2": .ios, "7": .harmony]

    fileprivate func channel(on platform: Platform) throws -> PushChannel {
        if let osType = osType?.orNil, Self.systems[osType] != platform {
            throw GatewayRefusal(.badFormat, "osType is not the platform of the AppId")
        }
        guard let channel else { return .usual(of: platform) }
        guard let known = PushChannel(rawValue: channel), known.serves(platform) else {
            throw GatewayRefusal(.badFormat, "channel is none that reaches \(platform)")
        }
        return known
    }

    /// Services other than Apple's have one only.
    fileprivate func environment(of channel: PushChannel) throws -> PushEnvironment {
        guard let named = environment.map(PushEnvironment.init(rawValue:)) ?? .production else {
            throw GatewayRefusal(.badFormat, "environment is neither development nor production")
        }
        return channel == .apns ? named : .production
    }
}

/// A device's time zone as it is kept: `+08:00`, or a name that is known.
enum PushZoneText {
    /// - Returns: empty for what is no time zone.
    static func kept(_ text: String) -> String {
        if let match = text.wholeMatch(of: #/([+\-])(\d{2}):?(\d{2})/#), let hours = Int(match.output.2), let minutes = Int(match.output.3) {
            return hours <= 14 && minutes < 60 ? "\(match.output.1)\(match.output.2):\(match.output.3)" : ""
        }
        if ["UTC", "GMT", "Z"].contains(text) { return "+00:00" }
        let isName = text.utf8.count <= 64 && text.wholeMatch(of: #/[A-Za-z_]+(/[A-Za-z0-9_+\-]+){1,2}/#) != nil
        return isName && TimeZone(identifier: text) != nil ? text : ""
    }
}

/// What a sender remembers of messages and ways while it runs.
actor PushDesk {
    private let sending: PushSending
    private var messages: [PushSendableKey: PushMessage] = [:]
    private var payloads: [Kind: [UInt8]] = [:]

    private struct Kind: Hashable {
        let key: PushSendableKey
        let channel: PushChannel
    }

    init(_ sending: PushSending) {
        self.sending = sending
    }

    func errand(of claim: PushClaim) async -> PushErrand {
        let key = PushSendableKey(app: claim.app, message: claim.message)
        let found = try? await sending.doors.way(claim.app, claim.channel, claim.environment)
        guard let message = await message(key), let way = found else { return .later }
        switch way {
        case .closed(let reason): return .refused(reason)
        case .open(let door): return .ask(door, message, ready: claim.parameters.isEmpty ? payload(key, claim.channel, message) : nil)
        }
    }

    /// What it says cannot change while it is sent.
    private func message(_ key: PushSendableKey) async -> PushMessage? {
        if let message = messages[key] { return message }
        guard let message = try? await sending.database.read({ try $0.pushMessage(key.app, key.message) }) else { return nil }
        messages[key] = message
        return message
    }

    /// The same for all devices that have no parameters of their own.
    /// - Returns: nil when a placeholder is not filled.
    private func payload(_ key: PushSendableKey, _ channel: PushChannel, _ message: PushMessage) -> [UInt8]? {
        let kind = Kind(key: key, channel: channel)
        if let payload = payloads[kind] { return payload }
        let payload = message.pushPayload(channel, [:])
        payloads[kind] = payload
        return payload
    }
}

/// What is to be done about a claim.
enum PushErrand: Sendable {
    /// - ready: the payload, where it is the same as others'.
    case ask(any PushChannelDoor, PushMessage, ready: [UInt8]?)
    case refused(PushReason)
    /// The database was away.
    case later

    func run(_ claim: PushClaim) async -> PushOutcome {
        switch self {
        case .refused(let reason): return .refused(reason)
        case .later: return .again(.noConnection)
        case .ask(let door, let message, let ready):
            guard let payload = ready ?? message.pushPayload(claim.channel, claim.parameters) else { return .refused(.unfilled) }
            return await door.send(PushParcel(claim, message.content, payload))
        }
    }
}

extension PushMessage {
    /// - Returns: nil when a placeholder is not filled.
    fileprivate func pushPayload(_ channel: PushChannel, _ parameters: [String: String]) -> [UInt8]? {
        try? PushPayload.bytes(for: channel, content, parameters: plan.parameters.merging(parameters) { $1 }, message: id)
    }
}

extension PushParcel {
    fileprivate init(_ claim: PushClaim, _ content: PushContent, _ payload: [UInt8]) {
        self.init(
            app: claim.app,
            message: claim.message,
            device: claim.device,
            token: claim.token,
            platform: claim.platform,
            environment: claim.environment,
            payload: payload,
            isSilent: content.silent,
            collapseId: content.collapseId,
            expiresAt: claim.expiresAt
        )
    }
}

import Foundation

/// Keeps the console told where this device can be reached, for whom, and what became of messages.
///
///     await site.push.register(PushRegistration(apns: deviceToken, environment: .production))
///     await site.push.report(.opened, message: notice.messageId)
///
/// What cannot be said now is said at the next ``MainSite/wake(_:)``, also after another start. The console is told anew when the token, the user, the time
/// zone, the system or the app's version changed, and once a day.
public actor PushBinding {
    /// What became of a message.
    public enum Event: String, Sendable, Codable, CaseIterable {
        /// It came to the device.
        case arrived
        /// The user opened it.
        case opened
        /// The user swept it away.
        case ignored
    }

    /// Seconds after which the console is told anew, so that it knows which devices are still there.
    public static let interval: TimeInterval = 24 * 3_600

    private let gateway: GatewayClient
    private let app: MainSiteApp
    private let osType: String
    private let file: URL
    private let now: @Sendable () -> Date
    private var kept: PushKept
    private var running: Task<GatewayFailure?, Never>?
    private var isAskedAgain = false

    /// - Parameter file: in the library's directory.
    init(_ gateway: GatewayClient, _ app: MainSiteApp, _ configuration: MainSiteConfiguration, file: URL, now: @escaping @Sendable () -> Date) {
        self.gateway = gateway
        self.app = app
        self.file = file
        self.now = now
        osType =
            switch GatewayIdentity(appKey: configuration.appKey).platform {
            case "android": "1"
            case "harmony": "7"
            default: "2"
            }
        kept = PushKept.kept(in: file)
    }

    /// What the app was given last.
    public var registration: PushRegistration? { kept.registration }

    /// Tells the console where this device can be reached. To be called at every start of the app, as services change their tokens.
    ///
    /// - Returns: `nil` when the console knows; else why not yet.
    @discardableResult
    public func register(_ registration: PushRegistration) async -> GatewayFailure? {
        kept.registration = registration
        if kept.ended == registration.token { kept.ended = nil }
        kept.write(file)
        return await settle()
    }

    /// The device wants no pushes any more.
    ///
    /// - Returns: `nil` when the console knows; else why not yet.
    @discardableResult
    public func unregister() async -> GatewayFailure? {
        if let token = kept.registration?.token ?? kept.bound?.token { kept.ended = token }
        kept.registration = nil
        kept.bound = nil
        kept.write(file)
        return await settle()
    }

    /// Counts what became of a message. Telling the same twice counts once.
    ///
    /// - Parameter message: see ``PushNotice/messageId``; `nil` is nobody's message and counts nothing.
    public func report(_ event: Event, message: String?) async {
        guard let message else { return }
        kept.report(PushReport(messageId: message, event: event))
        kept.write(file)
        await settle()
    }

    /// Says what there is to say. One conversation runs at a time: whoever asks during it has it begin anew when it is through.
    @discardableResult
    func settle() async -> GatewayFailure? {
        isAskedAgain = true
        let task = running ?? Task { await run() }
        running = task
        return await task.value
    }

    private func run() async -> GatewayFailure? {
        var failure: GatewayFailure?
        while isAskedAgain, failure?.endsReport != false {
            isAskedAgain = false
            failure = await converse()
        }
        running = nil
        return failure
    }

    /// A binding that is refused for good does not hold up reports.
    private func converse() async -> GatewayFailure? {
        if let failure = await endBinding() { return failure }
        let failure = await bind()
        if let failure, !failure.endsReport { return failure }
        return await deliver() ?? failure
    }

    // MARK: the binding

    private func endBinding() async -> GatewayFailure? {
        guard let token = kept.ended else { return nil }
        let farewell = PushFarewell(token: token, did: app.lines.sender.deviceId ?? "")
        let result = await gateway.call(PushFarewell.operation, farewell, as: Understood.self)
        if case .failure(let failure) = result, !failure.endsReport { return failure }
        if kept.ended == token { kept.ended = nil }
        // Bound by an answer that came after ``unregister()``.
        if kept.bound?.token == token { kept.bound = nil }
        kept.write(file)
        return nil
    }

    private func bind() async -> GatewayFailure? {
        guard let question, isDue(question) else { return nil }
        let result = await gateway.call(PushQuestion.operation, question, as: Understood.self)
        if case .failure(let failure) = result { return failure }
        kept.bound = question
        kept.boundAt = now()
        kept.write(file)
        return nil
    }

    private func isDue(_ question: PushQuestion) -> Bool {
        guard kept.bound == question, let boundAt = kept.boundAt else { return true }
        return now() < boundAt || now().timeIntervalSince(boundAt) >= Self.interval
    }

    private var question: PushQuestion? {
        guard let registration = kept.registration else { return nil }
        let lines = app.lines
        return PushQuestion(
            token: registration.token,
            osType: osType,
            userId: lines.sender.userId ?? "",
            channel: registration.channel,
            environment: registration.environment,
            osVersion: lines.device.systemVersion,
            mobileModel: lines.device.model,
            timeZone: Self.name(of: lines.sender.zone ?? .current, at: now()),
            language: lines.device.language,
            did: lines.sender.deviceId ?? "",
            productVersion: lines.sender.version
        )
    }

    /// The console reads names of the time zone database, and distances from UTC; Foundation has names of its own for the latter.
    static func name(of zone: TimeZone, at time: Date) -> String {
        zone.identifier.utf8.contains(UInt8(ascii: "/")) ? zone.identifier : LogTime.offset(of: zone, at: time)
    }

    // MARK: reports

    /// Stops at the first that cannot be delivered now. The console counts a report of a device once, so one whose answer was lost is sent again.
    private func deliver() async -> GatewayFailure? {
        for report in kept.reports {
            let result = await gateway.call(PushReport.operation, report.by(app.lines.sender.deviceId ?? ""), as: Understood.self)
            if case .failure(let failure) = result, !failure.endsReport { return failure }
            kept.delivered(report)
            kept.write(file)
        }
        return nil
    }

    private struct Understood: Decodable {}
}

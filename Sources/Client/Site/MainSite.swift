import Foundation
import Synchronization

/// Everything an app asks of its console, in one place. Make one at the start of the app and keep it.
///
///     let site = try MainSite(configuration, directory: .applicationSupportDirectory.appending(path: "MainSite"))
///     await site.wake(.coldStart)
///
/// All parts may be used from any task. Nothing here needs the network to work: what is read comes from disk, and what
/// is to be uploaded waits on disk.
public final class MainSite: Sendable {
    /// Calls of the app's own operations.
    public let gateway: GatewayClient
    /// Log lines.
    public let logs: MainSiteLogs
    /// Crash reports of the run before.
    public let crashes: MainSiteCrashes
    /// Values that operators publish.
    public let switches: Switches
    /// Newer versions of the app.
    public let updates: Updates
    /// Patches of the app's code.
    public let hotpatches: Hotpatches
    /// What users want to say.
    public let feedback: Feedback
    /// Red dots.
    public let badges: Badges
    /// Where the device can be reached by pushes, and what became of them.
    public let push: PushBinding
    /// The app's own log, which stays on the device unless a diagnosis task asks for it.
    public let deviceLog: DeviceLog
    /// Hands over pieces of ``deviceLog``.
    public let diagnosis: Diagnosis
    /// What has not been delivered yet.
    public let uploads: OfflineUploads
    private let app: MainSiteApp
    private let reporter: Mutex<ActiveReporter>
    private let now: @Sendable () -> Date

    /// - Parameters:
    ///   - directory: for the library alone, and not one that the system clears (`Caches`); made if missing.
    ///   - device: change it later as it changes, such as the network.
    ///   - limits: of what waits on disk.
    ///   - reportInterval: seconds between active reports when the app comes back to the foreground.
    ///   - send: another way to the network.
    ///   - now: the device's clock.
    /// - Throws: `inUse` if another process or another `MainSite` has the directory; `disk` if it cannot be made.
    public init(
        _ configuration: MainSiteConfiguration,
        directory: URL,
        device: LogDevice = LogDevice(),
        limits: OfflineLimits = OfflineLimits(),
        reportInterval: TimeInterval = 0,
        send: @escaping Send = Transport.urlSession,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws(OfflineError) {
        let delivery = Delivery(retry: RetryPolicy(attempts: 3, base: 1, longest: 10), send: send, now: now)
        let server = configuration.logServer
        uploads = try OfflineUploads(file: directory.appending(path: "uploads"), limits: limits, server: server, delivery: delivery)
        let deviceId = configuration.deviceId ?? MainSiteDeviceId.kept(in: directory.appending(path: "device-id"))
        let sender = LogSender(productId: configuration.logProductId, version: configuration.version, deviceId: deviceId)
        app = MainSiteApp(LogLineBuilder(sender: sender, device: device, session: UUID().uuidString))
        gateway = GatewayClient(configuration, deviceId: deviceId, send: send, now: now)
        logs = MainSiteLogs(app: app, server: server, uploads: uploads)
        crashes = MainSiteCrashes(app: app, server: server, uploads: uploads)
        switches = Switches(gateway: gateway, app: app, file: directory.appending(path: "switches.json"), now: now)
        updates = Updates(gateway: gateway, app: app, file: directory.appending(path: "updates.json"), now: now)
        hotpatches = Hotpatches(
            gateway: gateway,
            app: app,
            secret: configuration.signer.secret,
            base: configuration.gateway,
            directory: directory,
            send: send,
            now: now
        )
        feedback = Feedback(gateway: gateway, app: app)
        badges = Badges(gateway: gateway, app: app)
        push = PushBinding(gateway, app, configuration, file: directory.appending(path: "push.json"), now: now)
        deviceLog = DeviceLog(directory: directory.appending(path: "device-log"), now: now)
        diagnosis = Diagnosis(
            gateway: gateway,
            app: app,
            log: deviceLog,
            base: configuration.gateway,
            directory: directory,
            send: send,
            now: now
        )
        reporter = Mutex(ActiveReporter(minimumInterval: reportInterval))
        self.now = now
    }

    /// Who is logged in to the app, for lines, switches, feedback, badges and pushes; `nil` for nobody. The gateway's own log-in is ``GatewaySession/id``.
    public var user: String? {
        get { app.lines.sender.userId }
        set {
            app.change { $0.sender.userId = newValue }
            Task { [push] in await push.settle() }
        }
    }

    /// What lines say about the device.
    public var device: LogDevice {
        get { app.lines.device }
        set { app.change { $0.device = newValue } }
    }

    /// Who this device is to the console.
    public var deviceId: String { app.lines.sender.deviceId ?? "" }

    /// To be called when the app was started and whenever it comes back to the foreground: reports it as active, sends what
    /// waits, fetches the switches, asks for patches and diagnosis tasks, and says where pushes go, each if it is due.
    public func wake(_ occasion: ActiveReporter.Occasion) async {
        let time = now()
        if reporter.withLock({ $0.shouldReport(occasion, at: time) }) { logs.record { $0.reportActive(at: time) } }
        async let delivered = logs.flush()
        switch occasion {
        case .coldStart: _ = await switches.refresh()
        case .foreground: await switches.refreshIfDue()
        }
        await hotpatches.checkIfDue()
        await push.settle()
        await diagnosis.pollIfDue()
        _ = await delivered
    }

    /// To be called with every push that came, also silent ones: counts a message of the console as arrived, and sees to a diagnosis task. Keep the system
    /// from putting the app to sleep until it returns.
    public func received(_ notice: PushNotice) async {
        await push.report(.arrived, message: notice.messageId)
        if notice.diagnosis != nil { await diagnosis.poll() }
    }

    /// To be called when the app goes to the background: sends the lines that have gathered, or leaves them on disk.
    public func rest() async {
        await hotpatches.settle()
        await logs.flush()
    }
}

extension GatewayClient {
    fileprivate init(_ configuration: MainSiteConfiguration, deviceId: String, send: @escaping Send, now: @escaping @Sendable () -> Date) {
        let identity = GatewayIdentity(
            appKey: configuration.appKey,
            workspaceId: configuration.workspaceId,
            deviceId: deviceId,
            version: configuration.version
        )
        self.init(address: configuration.gateway, identity: identity, signer: configuration.signer, send: send, now: now)
    }
}

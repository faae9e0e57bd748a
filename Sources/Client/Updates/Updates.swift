import Foundation
import Synchronization

/// Whether there is a newer version of the app (检查更新).
///
///     if let update = try await site.updates.reminder().get() { show(update) }
///
/// ``reminder()`` is for the start of the app: it keeps the rules of reminding, and gives an update only when the user is to be told of it. ``check()``
/// is for a button: it gives whatever there is.
public final class Updates: Sendable {
    private let gateway: GatewayClient
    private let app: MainSiteApp
    private let file: URL
    private let now: @Sendable () -> Date
    private let reminded: Mutex<UpdateReminded>

    /// - Parameter file: where it is kept when the user was told of what.
    init(gateway: GatewayClient, app: MainSiteApp, file: URL, now: @escaping @Sendable () -> Date) {
        self.gateway = gateway
        self.app = app
        self.file = file
        self.now = now
        reminded = Mutex(.kept(in: file))
    }

    /// Asks the console; `nil` when there is nothing newer.
    public func check() async -> Result<Update?, GatewayFailure> {
        await gateway.call("alipay.client.updateVersion", Question(app.lines), as: UpdateAnswer.self, retry: .reading).map(\.update)
    }

    /// Asks the console, and gives an update that the user is to be told of now: a forced one and one of ``Update/Kind/everyTime`` always, one of
    /// ``Update/Kind/once(intervalDays:)`` when the interval since the last time is over, or when it is another version than then. All of them only on
    /// a network that the update is for.
    ///
    /// That it was given counts as told, also when the app ends before the user has read it.
    public func reminder() async -> Result<Update?, GatewayFailure> {
        await check().map { update in update.flatMap { isDue($0) ? $0 : nil } }
    }

    /// Of two that ask at once, one is told of what is due once.
    private func isDue(_ update: Update) -> Bool {
        guard update.isFor(app.lines.device.network) else { return false }
        let time = now()
        return reminded.withLock { reminded in
            guard reminded.isDue(update, at: time) else { return false }
            reminded = UpdateReminded(version: update.newestVersion, at: time)
            reminded.write(file)
            return true
        }
    }

    private struct Question: Encodable {
        let productVersion: String
        let did: String
        let userId: String?
        let osVersion: String?
        let mobileModel: String?
        let netType: String?
        let channel: String?

        init(_ lines: LogLineBuilder) {
            productVersion = lines.sender.version
            did = lines.sender.deviceId ?? ""
            userId = lines.sender.userId
            osVersion = lines.device.systemVersion
            mobileModel = lines.device.model
            netType = lines.device.network
            channel = lines.device.channel
        }
    }
}

/// Of what the user was told last, and when: on disk, so that it holds over runs.
struct UpdateReminded: Codable, Equatable, Sendable {
    var version: String?
    var at: Date?

    func isDue(_ update: Update, at time: Date) -> Bool {
        guard case .once(let days) = update.kind else { return true }
        guard let at, version == update.newestVersion else { return true }
        // A clock that went back says nothing about how long it was.
        return time < at || time.timeIntervalSince(at) >= Double(days) * 86_400
    }

    /// Nothing if there is no file, or none that can be read.
    static func kept(in file: URL) -> UpdateReminded {
        let kept = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(UpdateReminded.self, from: $0) }
        return kept ?? UpdateReminded()
    }

    /// What cannot be written costs a reminder too many at the next start, nothing else.
    func write(_ file: URL) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try? data.write(to: file, options: .atomic)
    }
}

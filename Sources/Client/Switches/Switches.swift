import Foundation
import Synchronization

/// Values that operators set in the console and publish to devices (配置服务).
///
///     if site.switches.boolean("newHome", default: false) { … }
///
/// Reading never waits and never fails: it takes the values fetched last, kept on disk between runs, and the default where there is
/// none or it is of another type. They are fetched at every start, and on return to the foreground after ``interval``.
public final class Switches: Sendable {
    /// Seconds after which values are fetched anew: 30 minutes, as mPaaS has it (help.aliyun.com 69950).
    public static let interval: TimeInterval = 30 * 60

    private let gateway: GatewayClient
    private let app: MainSiteApp
    private let file: URL
    private let now: @Sendable () -> Date
    private let cache: Mutex<SwitchesCache>
    private let writing = Mutex(())

    /// - Parameter file: where the values are kept.
    init(gateway: GatewayClient, app: MainSiteApp, file: URL, now: @escaping @Sendable () -> Date) {
        self.gateway = gateway
        self.app = app
        self.file = file
        self.now = now
        cache = Mutex(.kept(in: file))
    }

    // MARK: reading

    /// The value as it came; `nil` if the console has none of that name.
    public subscript(key: String) -> SwitchValue? { cache.withLock { $0.values[key] } }

    /// A switch of type boolean; `value` if there is none of that name and type.
    public func boolean(_ key: String, default value: Bool) -> Bool {
        if case .boolean(let found)? = self[key] { found } else { value }
    }

    /// A switch of type string; `value` if there is none of that name and type.
    public func string(_ key: String, default value: String) -> String {
        if case .string(let found)? = self[key] { found } else { value }
    }

    /// A switch of type number; `value` if there is none of that name and type.
    public func number(_ key: String, default value: Double) -> Double {
        if case .number(let found)? = self[key] { found } else { value }
    }

    /// A switch of type number without a fraction and within `Int`; `value` if there is none like that.
    public func integer(_ key: String, default value: Int) -> Int {
        if case .number(let found)? = self[key] { Int(exactly: found) ?? value } else { value }
    }

    /// A switch of type JSON as a value of the app's own; `nil` if there is none or it has another shape.
    public func json<Value: Decodable>(_ key: String, as type: Value.Type = Value.self) -> Value? {
        self[key].flatMap { try? JSONEncoder().encode($0) }.flatMap { try? JSONDecoder().decode(type, from: $0) }
    }

    /// The console's name for the set of values in use; `nil` before the first fetch.
    public var version: String? { cache.withLock { $0.version } }
    /// When they were fetched.
    public var fetchedAt: Date? { cache.withLock { $0.fetchedAt } }

    // MARK: fetching

    /// Fetches the values now. A failure leaves those there are.
    ///
    /// - Returns: whether they are others than before.
    public func refresh() async -> Result<Bool, GatewayFailure> {
        let question = Question(app.lines)
        let result = await gateway.call("alipay.client.switches.all.get", question, as: Fetched.self, retry: .reading)
        return result.map { keep($0, for: question) }
    }

    /// Fetches the values if they are older than ``interval``, or were fetched for another user or another version of the app.
    public func refreshIfDue() async {
        if isDue { _ = await refresh() }
    }

    private var isDue: Bool {
        let lines = app.lines
        let (kept, now) = (cache.withLock { $0 }, now())
        guard let fetchedAt = kept.fetchedAt, kept.user == lines.sender.userId, kept.appVersion == lines.sender.version else { return true }
        // A clock that went back says nothing about the age.
        return now < fetchedAt || now.timeIntervalSince(fetchedAt) >= Self.interval
    }

    private func keep(_ fetched: Fetched, for question: Question) -> Bool {
        let time = now()
        let isOther = cache.withLock { cache in
            let isOther = cache.values != fetched.switches
            cache = SwitchesCache(
                values: fetched.switches,
                version: fetched.version,
                fetchedAt: time,
                user: question.userId,
                appVersion: question.productVersion
            )
            return isOther
        }
        // Not under the lock of the values: who reads them does not wait for the disk. The latest is written last.
        writing.withLock { _ in cache.withLock { $0 }.write(file) }
        return isOther
    }

    private struct Fetched: Decodable {
        let switches: [String: SwitchValue]
        let version: String
    }

    private struct Question: Encodable {
        let productVersion: String
        let did: String
        let userId: String?
        let osVersion: String?
        let mobileModel: String?

        init(_ lines: LogLineBuilder) {
            productVersion = lines.sender.version
            did = lines.sender.deviceId ?? ""
            userId = lines.sender.userId
            osVersion = lines.device.systemVersion
            mobileModel = lines.device.model
        }
    }
}

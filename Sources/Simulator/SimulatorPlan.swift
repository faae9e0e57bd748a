import Foundation
import MainSiteClient

/// Which fleet is to ask which console, and how.
public struct SimulatorPlan: Sendable {
    /// The console, by plain HTTP.
    public var server: URL
    /// Such as `SIMPLEDEMORPC_IOS`.
    public var appKey: String
    /// 10 digits.
    public var workspaceId: String
    /// Holds the AppSecret.
    public var secret: String
    /// How many devices there are.
    public var devices = 1_000
    public var scenario = SimulatorScenario.harmless
    /// See ``SimulatorScenario``.
    public var effect = 1.0
    /// Of all times that the app is used, in percent, those that end in a crash without any patch.
    public var crashRate = 1.0
    /// The app's versions, the most frequent first: each has half of what the ones before it leave.
    public var versions = ["2.3.0", "2.2.0"]
    /// How many times faster than in life the devices' days pass. Times in log lines are the real ones all the same.
    public var speed = 1.0
    /// Seconds; `nil` for until it is stopped.
    public var duration: Double?
    /// Whether it ends when all devices that had a patch which was withdrawn have given it back.
    public var endsWhenRolledBack = false
    /// The most calls a second of all devices together; `nil` for no limit.
    public var rate: Double?
    /// The same seed makes the same devices, which do the same things.
    public var seed: UInt64 = 1
    /// Each is asked over by a part of the devices.
    public var connections = 32
    /// The most requests that are under way on one connection.
    public var depth = 16
    /// Whose packages are taken; when there is none, packages are held against their digest only.
    public var keys: [HotpatchKey] = []

    public init(server: URL, appKey: String, workspaceId: String, secret: String) {
        self.server = server
        self.appKey = appKey
        self.workspaceId = workspaceId
        self.secret = secret
    }

    var host: String { server.host() ?? "127.0.0.1" }
    var port: Int { server.port ?? 80 }
    /// Devices share connections evenly; there are no more connections than devices.
    var shards: Int { max(1, min(connections, devices)) }
}

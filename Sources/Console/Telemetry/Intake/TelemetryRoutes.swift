import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// The doors that devices use, and the pages about what came in through them.
struct TelemetryRoutes: Sendable {
    let telemetry: Telemetry
    let apps: Apps
    private let gate = TelemetryGate()

    init(telemetry: Telemetry, apps: Apps) {
        self.telemetry = telemetry
        self.apps = apps
    }

    func add(to routes: Routes) throws {
        try routes.machine(.post, "loggw/logUpload.do") { request, _ in try await upload(request, .lines) }
        try routes.machine(.post, "loggw/crash.do") { request, _ in try await upload(request, .crash) }
        try routes.machine(.get, "loggw/logConfig.do", settings)
        try TelemetryLogRoutes(telemetry: telemetry, apps: apps).add(to: routes)
        try TelemetryQuarantineRoutes(telemetry: telemetry, apps: apps).add(to: routes)
        try TelemetrySettingRoutes(telemetry: telemetry, apps: apps).add(to: routes)
        try TelemetryKeepingRoutes(telemetry: telemetry, apps: apps).add(to: routes)
    }

    private func upload(_ request: Request, _ kind: TelemetryBodyKind) async throws -> Response {
        guard let productID = request.headers[.productID] else { throw Problem(.malformed, "telemetry.noProduct") }
        let door = try door(productID)
        try telemetry.checkRoom(for: door.app)
        let isPacked = try request.isPacked
        let receivedAt = telemetry.clock.now
        let receipt = try await gate.pass(request.headers[.contentLength].flatMap { Int($0) }) {
            let body = try await request.packedBytes(upTo: TelemetryLimits.packed)
            return try await telemetry.receive(TelemetryDelivery(request.headers, door, kind, receivedAt, body, isPacked: isPacked))
        }
        return .json(#"{"code":200,"accepted":\#(receipt.accepted),"rejected":\#(receipt.rejected),"duplicate":\#(receipt.duplicate)}"#)
    }

    private func door(_ productID: String) throws -> AppDoor {
        guard let door = telemetry.index.door(productID: productID) else { throw Problem(.notFound, "telemetry.product") }
        return door
    }

    @Sendable private func settings(_ request: Request, _: Context) async throws -> Response {
        guard let productID = request.uri.queryParameters["productId"].map(String.init) ?? request.headers[.productID] else {
            throw Problem(.malformed, "telemetry.noProduct")
        }
        let door = try door(productID)
        let settings = try await telemetry.settings(of: apps.app(door.app)).filter { $0.platform == door.platform }
        let content = Dictionary(uniqueKeysWithValues: settings.map { ($0.kind.deviceName, DeviceSetting($0)) })
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return .json(String(decoding: try encoder.encode(DeviceSettings(code: 200, content: content)), as: UTF8.self))
    }
}

/// What a device is told, by kind.
private struct DeviceSettings: Encodable {
    let code: Int
    let content: [String: DeviceSetting]
}

private struct DeviceSetting: Encodable {
    let enabled: Bool
    let network: String
    let level: Int
    let threshold: Int
    let sampleRate: Int

    init(_ setting: TelemetrySetting) {
        enabled = setting.enabled
        network = setting.network.rawValue
        level = setting.level
        threshold = setting.threshold
        sampleRate = setting.sampleRate
    }
}

extension TelemetryLogType {
    /// As devices spell it.
    fileprivate var deviceName: String {
        switch self {
        case .behaviour: "behavior"
        case .performance: "performance"
        case .crash: "crash"
        }
    }
}

extension TelemetryDelivery {
    fileprivate init(_ headers: HTTPFields, _ door: AppDoor, _ kind: TelemetryBodyKind, _ receivedAt: Date, _ body: [UInt8], isPacked: Bool) {
        self.init(
            door: door,
            kind: kind,
            batchID: headers[.batchID],
            version: headers[.productVersion],
            device: headers[.utdID],
            user: headers[.userID],
            timeZone: headers[.timeZone],
            receivedAt: receivedAt,
            body: body,
            isPacked: isPacked
        )
    }
}

extension Response {
    fileprivate static func json(_ text: String) -> Response {
        Response(status: .ok, headers: [.contentType: "application/json"], body: .init(byteBuffer: ByteBuffer(string: text)))
    }
}

extension HTTPField.Name {
    fileprivate static let productID = known("productId")
    fileprivate static let productVersion = known("productVersion")
    fileprivate static let utdID = known("utdId")
    fileprivate static let userID = known("userId")
    fileprivate static let batchID = known("X-Batch-Id")
    fileprivate static let timeZone = known("timeZone")

    /// Only for names written here, which are tokens.
    private static func known(_ name: String) -> HTTPField.Name {
        HTTPField.Name(name) ?? .contentType
    }
}

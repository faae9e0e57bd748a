import Foundation
import HTTPTypes
import HummingbirdTesting
import Storage
import TestSupport
import Web

@testable import Console

/// An app with patches, seen from all sides.
struct HotpatchRoom: Sendable {
    let console: TestConsole

    static let ann = Actor(id: "ann", name: "ann@example.com")
    static let bob = Actor(id: "bob", name: "bob@example.com")

    static func run(_ test: @Sendable (HotpatchRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(HotpatchRoom(console: console))
        }
    }

    var server: Server { console.server }
    var hotpatches: Hotpatches { server.hotpatches }

    var app: App {
        get throws { try server.apps.app("demo") }
    }

    /// Drafts a patch as a script would: for 1.0 on iOS, for nobody, unless `json` says otherwise.
    func draft(_ json: String = "", script: String = "print('a')\n", name: String = "fix.lua") async throws -> Hotpatch {
        let platform = json.contains(#""platform""#) ? "" : #","platform":"ios""#
        let versions = json.contains(#""targetVersions""#) ? "" : #","targetVersions":"1.0""#
        let text = "{\"note\":\"n\"\(platform)\(versions)\(json.isEmpty ? "" : ",\(json)")}"
        let input = try JSONDecoder().decode(HotpatchInput.self, from: Data(text.utf8))
        let upload = HotpatchUpload(name: name, bytes: Array(script.utf8))
        return try await hotpatches.create(input, upload, of: try app, zone: .gmt, by: Self.ann)
    }

    func publish(_ hotpatch: Hotpatch, by actor: Actor = Self.ann) async throws -> Hotpatch {
        try await hotpatches.publish(hotpatch.id, of: "demo", revision: nil, publicURL: "https://c.example", by: actor)
    }

    @discardableResult
    func publish(_ json: String = #""percentage":100"#) async throws -> Hotpatch {
        try await publish(try await draft(json))
    }

    func now(_ hotpatch: Hotpatch) async throws -> Hotpatch { try await hotpatches.hotpatch(hotpatch.id, of: "demo") }

    // MARK: devices

    /// What a device is told.
    struct Told: Decodable, Equatable {
        struct Patch: Decodable, Equatable {
            let version: String
            let url: String
            let sha256: String
            let size: Int
            let format: Int
            let signature: String
            let runAt: String
        }

        let patch: Patch?
        let rollback: [String]?
    }

    /// - Parameter request: as JSON; device `d1` with version 1.0 unless it says otherwise.
    func ask(_ request: String = "{}", platform: Platform = .ios, device: String = "d1", secret: String? = nil) async throws -> Told {
        let bytes = try await call("alipay.client.getUnionResource", request, platform, device, secret)
        return try JSONDecoder().decode(Told.self, from: Data(bytes))
    }

    /// The patch version that a device is given; nil for none.
    func given(_ device: String = "d1", _ request: String = "{}", platform: Platform = .ios) async throws -> String? {
        try await ask(request, platform: platform, device: device).patch?.version
    }

    /// Whether a report was accepted, and if not why.
    func report(_ version: String, _ event: String, device: String = "d1", code: String = "") async throws -> String {
        let request = #"{"version":"\#(version)","event":"\#(event)","code":"\#(code)"}"#
        return String(decoding: try await call("mpaas.hotpatch.report", request, .ios, device, nil), as: UTF8.self)
    }

    private func call(_ name: String, _ request: String, _ platform: Platform, _ device: String, _ secret: String?) async throws -> [UInt8] {
        let platform = try server.apps.platform(platform, of: "demo")
        let call = GatewayCall(
            app: try app,
            platform: platform,
            operation: name,
            device: device,
            version: "1.0",
            user: nil,
            request: Array(request.utf8),
            receivedAt: console.clock.now,
            secret: secret ?? server.apps.index.signer(appKey: platform.appKey)?.secret ?? ""
        )
        guard let operation = server.gateway.operations[name] else { throw TestFailure("no operation \(name)") }
        return try await operation.handle(call)
    }

    /// Reports as they are counted.
    func tally(_ hotpatch: Hotpatch) async throws -> HotpatchTally {
        try await server.hotpatchReports.flush()
        return try await hotpatches.view(hotpatch).reports
    }

    func kinds(_ hotpatch: Hotpatch) async throws -> [HotpatchEvent.Kind] {
        try await hotpatches.history(hotpatch.id, of: "demo").map(\.kind).reversed()
    }
}

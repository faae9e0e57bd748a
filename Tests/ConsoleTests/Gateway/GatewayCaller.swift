import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// A device that signs its calls.
struct GatewayCaller: Sendable {
    let console: TestConsole
    let appKey: String
    let workspace: String
    let secret: String

    private struct Platform: Decodable {
        let appKey: String
        let workspaceId: String
    }

    private struct Secret: Decodable {
        let appSecret: String
    }

    /// On a new app.
    init(_ console: TestConsole, app: String = "Demo") async throws {
        self.console = console
        try await console.makeApp(app)
        let path = "/apps/\(app.lowercased())/platforms/ios"
        let platform = try await console.api(.get, path).json(Platform.self)
        (appKey, workspace) = (platform.appKey, platform.workspaceId)
        secret = try await console.api(.post, path + "/secret-reveal", "{}").json(Secret.self).appSecret
    }

    /// All headers of a call, signed.
    /// - Parameter time: as in `Ts`; now when nil.
    func headers(
        _ operation: String,
        _ body: String,
        time: String? = nil,
        form: GatewaySignature.Form = .md5,
        secret: String? = nil
    ) -> HTTPFields {
        let time = time ?? "\(Int(console.clock.now.timeIntervalSince1970 * 1_000))"
        let text = GatewaySignature.text(operation: operation, body: Array(body.utf8), time: time)
        var headers: HTTPFields = [.appID: appKey, .workspaceID: workspace, .operationType: operation, .callTime: time]
        headers[.sign] = GatewaySignature.make(form, secret: secret ?? self.secret, text).hex
        if form == .hmacSHA256 { headers[.signType] = "hmac-sha256" }
        return headers
    }

    func call(_ operation: String, _ body: String = "[{}]", adding extra: HTTPFields = [:]) async throws -> TestResponse {
        var headers = headers(operation, body)
        for field in extra { headers[field.name] = field.value }
        return try await send(headers, body)
    }

    func send(_ headers: HTTPFields, _ body: String) async throws -> TestResponse {
        try await console.ask(.post, "/mgw.htm", headers: headers, body: Array(body.utf8))
    }
}

extension TestResponse {
    /// `Result-Status`; every answer is HTTP 200, and one that is not 1000 has an empty body and says why.
    var result: GatewayStatus? {
        guard status == .ok || status == .notModified else { return nil }
        let code = headers[.resultStatus].flatMap { Int($0) }.flatMap { GatewayStatus(rawValue: $0) }
        let explains = headers[.memo]?.isEmpty == false && headers[.tips]?.isEmpty == false && text.isEmpty
        return code == .ok || explains ? code : nil
    }
}

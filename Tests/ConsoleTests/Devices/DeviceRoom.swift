import Foundation
import HTTPTypes
import TestSupport
import Web

@testable import Console

/// An iOS app whose devices send lines, as people ask about them.
struct DeviceRoom: Sendable {
    let console: TestConsole
    let product: String

    static func run(_ test: @Sendable (DeviceRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(DeviceRoom(console: console, product: product))
        }
    }

    var server: Server { console.server }

    /// One line of a device, by the app's clock.
    func line(_ device: String, user: String = "-", version: String = "1.0", day: String = "2026-11-21", at time: String = "10:39:30") async throws {
        let fields = [1: "\(day) \(time).000", 2: product, 3: version, 7: user, 25: device]
        let headers: HTTPFields = [HTTPField.Name("productId")!: product]
        let body = Array(TelemetryLines.behaviour(fields).utf8)
        let answer = try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: body)
        guard answer.text.contains(#""accepted":1"#) else { throw TestFailure(answer.text) }
    }

    func list(_ query: String = "", token: String? = nil) async throws -> List<TelemetryDeviceFacts> {
        try await console.api(.get, "/apps/demo/known-devices\(query)", token: token).json(List<TelemetryDeviceFacts>.self)
    }

    func device(_ id: String, token: String? = nil) async throws -> DeviceDetail {
        try await console.api(.get, "/apps/demo/known-devices/\(PercentEncoding.encode(id))", token: token).json(DeviceDetail.self)
    }

    func user(_ id: String, token: String? = nil) async throws -> DeviceUserDetail {
        try await console.api(.get, "/apps/demo/known-users/\(PercentEncoding.encode(id))", token: token).json(DeviceUserDetail.self)
    }

    /// Sentences come in the API's language, English.
    func why(_ query: String, token: String? = nil) async throws -> DeviceWhy {
        try await console.api(.get, "/apps/demo/why?\(query)", token: token).json(DeviceWhy.self)
    }

    /// A token that may only read.
    func reader() async throws -> String {
        struct Made: Decodable { let token: String }
        return try await console.api(.post, "/tokens", #"{"name":"r","scopes":["read"]}"#).json(Made.self).token
    }
}

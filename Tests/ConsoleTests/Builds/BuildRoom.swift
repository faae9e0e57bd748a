import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import Signing
import Storage
import TestSupport
import Web

@testable import Console

/// A console with an app for iOS and Android, and packages to bring to it.
struct BuildRoom: Sendable {
    let console: TestConsole

    static let actor = Actor(id: "ann", name: "ann@example.com")

    static func run(_ test: @Sendable (BuildRoom) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            try await test(BuildRoom(console: console))
        }
    }

    var server: Server { console.server }
    var builds: Builds { server.builds }
    var installs: Installs { server.installs }
    var app: App { get throws { try server.apps.app("demo") } }

    /// Brings a package past the routes.
    @discardableResult
    func bring(_ bytes: [UInt8], name: String = "app.apk", notes: String = "") async throws -> Build {
        let path = FileManager.default.temporaryDirectory.appending(path: "build-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let upload = FileUpload(path: path, size: bytes.count, sha256: BlobID(of: bytes), name: name)
        return try await builds.take(upload, of: try app, from: BuildSource(notes: notes), by: Self.actor).build
    }

    func apk(_ version: String = "2.3.0", build: String = "230", files: [String: [UInt8]] = [:]) throws -> [UInt8] {
        var package = TestPackage()
        (package.version, package.build, package.files) = (version, build, files)
        return try package.apk()
    }

    func ipa(_ version: String = "2.3.0", build: String = "230") throws -> [UInt8] {
        var package = TestPackage()
        (package.version, package.build) = (version, build)
        return try package.ipa()
    }

    /// As a script brings one.
    func put(_ bytes: [UInt8], name: String = "app.apk", token: String? = nil) async throws -> TestResponse {
        let headers: HTTPFields = [.authorization: "Bearer \(token ?? console.token)", .contentType: "application/octet-stream"]
        let path = "/api/v1/apps/demo/builds/upload?filename=\(PercentEncoding.encode(name))"
        return try await console.ask(.put, path, headers: headers, body: bytes)
    }

    /// As a phone's browser.
    func phone(_ path: String, _ agent: String = InstallAgents.android, cookie: String? = nil) async throws -> TestResponse {
        var headers: HTTPFields = [.userAgent: agent, .acceptLanguage: "en"]
        headers[.cookie] = cookie
        return try await console.ask(.get, path, headers: headers)
    }
}

/// What browsers call themselves.
enum InstallAgents {
    static let android = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36"
    static let iPhone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
    static let harmony =
        "Mozilla/5.0 (Phone; OpenHarmony 5.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile"
    static let desktop = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36"
    static let wechat = android + " MicroMessenger/8.0.49.2600(0x28003133) WeChat/arm64 Weixin NetType/WIFI Language/zh_CN ABI/arm64"
}

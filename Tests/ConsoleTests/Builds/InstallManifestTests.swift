import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// A console that is reached by https, which iOS asks for.
struct InstallManifestTests {
    @Test func iOSIsToldWhereThePackageIs() async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "install-\(UUID().uuidString)").path
        defer { TestDatabase.remove(directory) }
        let flags = [
            "data": directory, "home": TestConsole.home, "database": try await TestDatabase.url(of: directory),
            "public-url": "https://get.example.com",
        ]
        let server = try await Server(settings: try Settings(flags: flags.compactMapValues { $0 }, environment: [:]))
        // One that was never set up sends everybody there.
        _ = await server.outcome(of: .createAdmin(email: "admin@example.com", password: "correct horse battery"))
        let app = try await server.apps.create(NewApp(name: "Demo", englishName: "Demo", platforms: [.ios]), by: .local)
        let build = try await brought(to: server, app)
        try await Application(router: try server.router(views: try TestConsole.views.get())).test(.router) { client in
            let page = String(
                buffer: try await client.execute(uri: "/i/\(build.installCode)", method: .get, headers: [.userAgent: InstallAgents.iPhone]).body
            )
            let manifest = "https://get.example.com/i/\(build.installCode)/manifest.plist"
            #expect(page.contains("itms-services://?action=download-manifest&amp;url=\(PercentEncoding.encode(manifest))"))
            let answer = try await client.execute(uri: "/i/\(build.installCode)/manifest.plist", method: .get)
            #expect(answer.status == .ok && answer.headers[.contentType]?.hasPrefix("text/xml") == true)
            let item = try #require(try PropertyListDecoder().decode(Manifest.self, from: Data(buffer: answer.body)).items.first)
            #expect(item.metadata["bundle-identifier"] == "com.example.demo" && item.metadata["bundle-version"] == "2.3.0")
            #expect(item.metadata["kind"] == "software" && item.metadata["title"] == "Demo")
            let file = try #require(item.assets.first { $0["kind"] == "software-package" }?["url"])
            #expect(item.assets.contains { $0["kind"] == "display-image" && $0["url"]?.hasSuffix("/icon.png") == true })
            let path = try #require(file.wholeMatch(of: #/https:\/\/get\.example\.com(\/.*)/#)).output.1
            let package = try await client.execute(uri: String(path), method: .get)
            #expect(package.status == .ok && package.body.readableBytes == build.size)
        }
        #expect(try await server.installs.days(build, last: 1).map(\.system) == [.ios])
    }

    private struct Manifest: Decodable {
        let items: [Item]

        struct Item: Decodable {
            let assets: [[String: String]]
            let metadata: [String: String]
        }
    }

    private func brought(to server: Server, _ app: App) async throws -> Build {
        let bytes = try TestPackage().ipa()
        let path = FileManager.default.temporaryDirectory.appending(path: "build-\(UUID().uuidString)").path
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let upload = FileUpload(path: path, size: bytes.count, sha256: BlobID(of: bytes), name: "Demo.ipa")
        return try await server.builds.take(upload, of: app, by: .local).build
    }
}

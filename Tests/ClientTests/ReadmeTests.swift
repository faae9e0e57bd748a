import Foundation
import MainSiteClient
import Testing

/// The example of the README, word for word: it has to compile, and to work.
@Suite struct ReadmeTests {
    @Test func theExampleWorks() async throws {
        try await LocalServer.run(Self.console) { server in
            let file = #"{"appKey":"SIMPLEDEMORPC_IOS","workspaceId":"0000017768","rpcGW":"\#(server.address)/mgw.htm","logGW":"\#(server.address)"}"#
            let directory = FileManager.default.temporaryDirectory.appending(path: "readme-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: directory) }
            let secret = String(repeating: "0", count: 32)
            let site = try await start(configFile: Data(file.utf8), appSecret: secret, crashReports: [[1, 2, 3]], in: directory)
            _ = await site.logs.flush()
            #expect(site.gateway.session.id == "s-1" && site.user == "alipayAdmin")
            #expect(server.asked("/mgw.htm").count == 4)
            #expect(server.asked("/loggw/crash.do").count == 1 && server.asked("/loggw/logUpload.do").count == 2)
        }
    }

    @Test func theReadmeHasThisExample() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let source = try String(contentsOfFile: #filePath, encoding: .utf8)
        let example = try #require(source.components(separatedBy: "// example\n").last)
        #expect(readme.contains(example))
    }

    @Sendable private static func console(_ asked: LocalServer.Asked, _: Int) async throws -> LocalServer.Reply {
        switch asked.header("Operation-Type") {
        case "alipay.mpaasgw.logindemo": .gateway(1000, #"{"sessionId":"s-1"}"#)
        case "alipay.client.switches.all.get": .gateway(1000, #"{"switches":{"newHome":true},"version":"1"}"#)
        case "mpaas.badge.pull": .gateway(1000, #"{"badges":[]}"#)
        case "alipay.client.saveUserProposalInfo": .gateway(1000, #"{"id":"1"}"#)
        default: .received
        }
    }
}

// example
struct Credentials: Codable {
    let userId: String
    let password: String
}

struct Login: Codable {
    let sessionId: String
}

func start(configFile: Data, appSecret: String, crashReports: [[UInt8]], in directory: URL) async throws -> MainSite {
    let configuration = try MainSiteConfiguration(file: configFile, secret: appSecret, version: "2.3.0")
    let site = try MainSite(configuration, directory: directory)
    site.device = LogDevice(model: "iPhone17,1", system: "iOS", systemVersion: "26.1", network: "WIFI")

    // Reports the app as active, sends what waits, fetches the switches. `.foreground` when it comes back, `site.rest()` when it goes.
    await site.wake(.coldStart)
    for report in crashReports { await site.crashes.report(report, version: "2.2.0") }
    if site.switches.boolean("newHome", default: false) { site.logs.record { $0.event("newHome", at: .now) } }

    let credentials = Credentials(userId: "alipayAdmin", password: "ali123")
    switch await site.gateway.call("alipay.mpaasgw.logindemo", credentials, as: Login.self) {
    case .success(let login):
        site.gateway.session.id = login.sessionId
        site.user = credentials.userId
        site.logs.record { $0.login(at: .now) }
    case .failure(.refused(let refusal)): print(refusal.tips ?? "\(refusal.status)")
    case .failure(let failure): print(failure)
    }
    for badge in try await site.badges.pull().get() { print(badge.badgeId, badge.temporaryBadgeNumber) }
    _ = await site.feedback.send("The list is slow", contact: "someone@example.com")
    return site
}

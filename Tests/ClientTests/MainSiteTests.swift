import Foundation
import Gzip
import Synchronization
import Testing

@testable import MainSiteClient

@Suite final class MainSiteTests: Sendable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "site-\(UUID().uuidString)")

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func aColdStartReportsTheAppAndFetchesSwitches() async throws {
        try await LocalServer.run(Self.console) { server in
            let site = try site(server.address)
            site.user = "u1"
            await site.wake(.coldStart)
            let upload = try #require(server.asked("/loggw/logUpload.do").first)
            let line = String(decoding: try Gzip.decompress(upload.body, limit: 10_000), as: UTF8.self).components(separatedBy: ",")
            #expect(line.count == 48)
            #expect([line[7], line[15], line[25]] == ["u1", "reportActive", "UTD1"])
            #expect(upload.header("productId") == "DEMO_IOS-0000000001" && upload.header("utdId") == "UTD1")
            #expect(site.switches.boolean("newHome", default: false) && site.switches.version == "7")
        }
    }

    @Test func aReturnReportsOnlyWhatIsDue() async throws {
        try await LocalServer.run(Self.console) { server in
            let clock = Mutex(Date(timeIntervalSince1970: 1_795_228_800))
            let site = try site(server.address, reportInterval: 600, now: { clock.withLock { $0 } })
            await site.wake(.coldStart)
            await site.wake(.foreground)
            #expect(server.asked("/loggw/logUpload.do").count == 1 && server.asked("/mgw.htm").count == 1)
            clock.withLock { $0 += 1800 }
            await site.wake(.foreground)
            #expect(server.asked("/loggw/logUpload.do").count == 2 && server.asked("/mgw.htm").count == 2)
        }
    }

    @Test func withoutANetworkNothingIsLostAndNothingWaits() async throws {
        let nowhere = try #require(URL(string: "http://127.0.0.1:1"))
        do {
            let site = try site(nowhere)
            site.logs.record { $0.event("offline", at: .now) }
            let report = await site.logs.flush()
            #expect(report.waiting == 1 && report.failure != nil)
            await site.crashes.report(Array("crash".utf8), version: "1.9")
            #expect(await site.uploads.waiting == 2)
            #expect(site.switches.boolean("newHome", default: true))
        }
        try await LocalServer.run(Self.console) { server in
            let site = try site(server.address)
            let report = await site.logs.flush()
            #expect(report.delivered == 2 && report.waiting == 0)
            let crash = try #require(server.asked("/loggw/crash.do").first)
            #expect(try Gzip.decompress(crash.body, limit: 100) == Array("crash".utf8))
            #expect(crash.header("productVersion") == "1.9")
        }
    }

    @Test func aHundredLinesAreSentByThemselves() async throws {
        try await LocalServer.run(Self.console) { server in
            let site = try site(server.address)
            for number in 0..<101 { site.logs.record { $0.event("e\(number)", at: .now) } }
            try await eventually { server.asked("/loggw/logUpload.do").count >= 1 }
            _ = await site.logs.flush()
            let lines = try server.asked("/loggw/logUpload.do").flatMap { upload in
                try Gzip.decompress(upload.body, limit: 100_000).split(separator: UInt8(ascii: "\n"))
            }
            #expect(lines.count == 101)
        }
    }

    @Test func recordingFromManyTasksLosesNoLine() async throws {
        try await LocalServer.run(Self.console) { server in
            let site = try site(server.address)
            await withTaskGroup { group in
                for task in 0..<8 {
                    group.addTask { for number in 0..<125 { site.logs.record { $0.event("e\(task)-\(number)", at: .now) } } }
                }
            }
            try await eventually {
                _ = await site.logs.flush()
                return await site.uploads.waiting == 0
            }
            let events = try server.asked("/loggw/logUpload.do").flatMap { upload in
                try Gzip.decompress(upload.body, limit: 100_000).split(separator: UInt8(ascii: "\n")).map {
                    $0.split(separator: UInt8(ascii: ","))[15]
                }
            }
            #expect(events.count == 1000 && Set(events).count == 1000)
        }
    }

    @Test func theDeviceIdIsMadeOnceAndKept() throws {
        let address = try #require(URL(string: "http://127.0.0.1:1"))
        var configuration = Self.configuration(address)
        configuration.deviceId = nil
        let first = try MainSite(configuration, directory: directory).deviceId
        let second = try MainSite(configuration, directory: directory).deviceId
        let other = try MainSite(configuration, directory: directory.appending(path: "other")).deviceId
        #expect(first == second && first != other && first.utf8.count == 32)
    }

    @Test func twoSitesDoNotShareADirectory() throws {
        let address = try #require(URL(string: "http://127.0.0.1:1"))
        let site = try site(address)
        #expect(throws: OfflineError.self) { try self.site(address) }
        #expect(site.deviceId == "UTD1")
    }

    // MARK: configuration

    @Test func theConsolesFileConfigures() throws {
        let file = """
            {"appId":"DEMO","appKey":"DEMO_IOS","workspaceId":"0000017768","bundleId":"com.example","rootPath":"mpaas/ios/DEMO-0000017768",
             "rpcGW":"https://c.example/mgw.htm","logGW":"https://c.example","pushGW":"c.example","pushPort":"443","syncserver":"","syncport":"",
             "mpaasapi":"https://c.example/mgw.htm","base64Code":""}
            """
        let configuration = try MainSiteConfiguration(file: Data(file.utf8), secret: "s", version: "1")
        #expect(configuration.gateway.absoluteString == "https://c.example/mgw.htm")
        #expect(configuration.logServer.absoluteString == "https://c.example")
        #expect(configuration.logProductId == "DEMO_IOS-0000017768")
        #expect(!"\(configuration)".contains("secret"))
        #expect(throws: DecodingError.self) { try MainSiteConfiguration(file: Data("{}".utf8), secret: "s", version: "1") }
    }

    @Test func byHandTheServerIsEnough() throws {
        let configuration = Self.configuration(try #require(URL(string: "https://c.example/console")))
        #expect(configuration.gateway.absoluteString == "https://c.example/console/mgw.htm")
        #expect(configuration.logServer.absoluteString == "https://c.example/console")
    }

    // MARK: feedback and badges

    @Test func feedbackSaysWhoSendsItAndIsSentOnce() async throws {
        try await LocalServer.run(Self.console) { server in
            let site = try site(server.address)
            site.user = "u1"
            let sent = await site.feedback.send("太慢", contact: "a@b.c", images: [Data([1, 2, 3])])
            #expect((try sent.get()).id == "f-1")
            let asked = try #require(server.asked("/mgw.htm").first)
            #expect(asked.header("Operation-Type") == "alipay.client.saveUserProposalInfo")
            #expect(
                String(decoding: asked.body, as: UTF8.self)
                    == #"[{"_requestBody":{"contact":"a@b.c","content":"太慢","images":["AQID"],"userId":"u1"}}]"#
            )
        }
    }

    @Test func badgesArePulledAndAcknowledged() async throws {
        try await LocalServer.run(Self.console) { server in
            let site = try site(server.address)
            let badge = Badge(badgeId: "#Mine,#Orders", style: "num", temporaryBadgeNumber: 3, persistentBadgeNumber: 0)
            #expect(await site.badges.pull() == .success([badge]))
            #expect(await site.badges.acknowledge([badge.widget]).failure == nil)
            let bodies = server.asked("/mgw.htm").map { String(decoding: $0.body, as: UTF8.self) }
            #expect(bodies == [##"[{"_requestBody":{"did":"UTD1"}}]"##, ##"[{"_requestBody":{"did":"UTD1","widgetIds":["#Orders"]}}]"##])
        }
    }

    // MARK: a console

    /// Answers what a console would.
    @Sendable private static func console(_ asked: LocalServer.Asked, _: Int) async throws -> LocalServer.Reply {
        guard asked.path == "/mgw.htm" else { return .received }
        return switch asked.header("Operation-Type") {
        case "alipay.client.switches.all.get": .gateway(1000, #"{"switches":{"newHome":true},"version":"7"}"#)
        case "alipay.client.saveUserProposalInfo": .gateway(1000, #"{"id":"f-1"}"#)
        case "mpaas.badge.pull":
            .gateway(
                1000,
                ##"{"badges":[{"badgeId":"#Mine,#Orders","style":"num","temporaryBadgeNumber":3,"persistentBadgeNumber":0}]}"##
            )
        case "mpaas.badge.ack": .gateway(1000, "{}")
        default: .gateway(3000)
        }
    }

    private static func configuration(_ server: URL) -> MainSiteConfiguration {
        MainSiteConfiguration(
            appKey: "DEMO_IOS",
            secret: GatewaySignerTests.secret,
            workspaceId: "0000000001",
            server: server,
            version: "2.3.0",
            deviceId: "UTD1"
        )
    }

    private func site(
        _ server: URL,
        reportInterval: TimeInterval = 0,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws -> MainSite {
        try MainSite(Self.configuration(server), directory: directory, reportInterval: reportInterval, now: now)
    }

    private func eventually(_ holds: () async -> Bool) async throws {
        for _ in 0..<100 {
            if await holds() { return }
            try await Task.sleep(for: .milliseconds(50))
        }
        Issue.record("it did not come to that within 5 s")
    }
}

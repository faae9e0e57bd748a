import Foundation
import Synchronization
import Testing

@testable import MainSiteClient

@Suite final class UpdatesTests: Sendable {
    private let file = FileManager.default.temporaryDirectory.appending(path: "updates-\(UUID().uuidString).json")
    private let app = MainSiteApp(
        LogLineBuilder(sender: .demo, device: LogDevice(model: "iPhone17,1", systemVersion: "26.1", network: "WIFI", channel: "store"))
    )
    private let clock = Mutex(Date(timeIntervalSince1970: 1_795_228_800))

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    private static func answer(_ status: Int, _ version: String = "2.4.0", networks: String = "", days: Int? = nil) -> String {
        let interval = days.map { #","remindIntervalDays":\#($0)"# } ?? ""
        return """
            {"resultStatus":\(status),"downloadURL":"https://a.example/app","guideMemo":"新","newestVersion":"\(version)","fileSize":7,
             "fullMd5":"ab","netType":"\(networks)","isTf":false\(interval)}
            """
    }

    @Test func theQuestionSaysWhoAsks() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1000, Self.answer(201)) },
            { server in
                #expect(await updates(server.address).check() == .success(nil))
                let asked = try #require(server.asked.first)
                #expect(asked.header("Operation-Type") == "alipay.client.updateVersion")
                let fields =
                    #""channel":"store","did":"UTD1","mobileModel":"iPhone17,1","netType":"WIFI","osVersion":"26.1","productVersion":"2.3.0","userId":"u1""#
                #expect(String(decoding: asked.body, as: UTF8.self) == "[{\"_requestBody\":{\(fields)}}]")
            }
        )
    }

    @Test func theAnswerIsRead() async throws {
        try await LocalServer.run(
            { _, number in
                .gateway(1000, [Self.answer(202, networks: "WIFI,4G", days: 7), Self.answer(204), Self.answer(206), Self.answer(999)][number - 1])
            },
            { server in
                let updates = updates(server.address)
                let first = try #require(await updates.check().update)
                #expect(first.kind == .once(intervalDays: 7) && first.networks == ["WIFI", "4G"] && !first.isForced)
                #expect(
                    first.downloadURL?.absoluteString == "https://a.example/app" && first.fileSize == 7 && first.md5 == "ab" && first.message == "新"
                )
                #expect(await updates.check().update?.kind == .everyTime)
                #expect(await updates.check().update?.isForced == true)
                #expect(await updates.check() == .success(nil))
            }
        )
    }

    @Test func onceMeansOnceAnInterval() async throws {
        try await LocalServer.run(
            { _, number in .gateway(1000, Self.answer(202, number < 6 ? "2.4.0" : "2.5.0")) },
            { server in
                var told: [String?] = []
                // 3 days is what holds where the console says nothing; each time another run of the app.
                for step in [{}, { self.pass(259_199) }, { self.pass(1) }, {}, { self.pass(-86_400) }, {}] {
                    step()
                    told.append(await updates(server.address).reminder().update?.newestVersion)
                }
                #expect(told == ["2.4.0", nil, "2.4.0", nil, "2.4.0", "2.5.0"])
            }
        )
    }

    @Test func everyTimeAndForceAreToldEveryTime() async throws {
        for status in [204, 206] {
            try await LocalServer.run(
                { _, _ in .gateway(1000, Self.answer(status)) },
                { server in
                    let updates = updates(server.address)
                    for _ in 0..<3 { #expect(await updates.reminder().update != nil) }
                }
            )
        }
    }

    @Test func onAnotherNetworkItWaits() async throws {
        try await LocalServer.run(
            { _, _ in .gateway(1000, Self.answer(202, networks: "wifi")) },
            { server in
                let updates = updates(server.address)
                for network in ["4G", nil] {
                    app.change { $0.device.network = network }
                    #expect(await updates.reminder().update == nil)
                }
                app.change { $0.device.network = "WIFI" }
                #expect(await updates.reminder().update?.newestVersion == "2.4.0")
                #expect(await updates.reminder().update == nil)
                #expect(await updates.check().update != nil)
            }
        )
    }

    @Test func aFailureIsToldAndForgetsNothing() async throws {
        try await LocalServer.run(
            { _, number in number == 2 ? .gateway(1001) : .gateway(1000, Self.answer(202)) },
            { server in
                let updates = updates(server.address)
                #expect(await updates.reminder().update != nil)
                #expect(await updates.reminder().failure?.status == .accessDenied)
                #expect(await updates.reminder().update == nil)
            }
        )
        try Data("{".utf8).write(to: file)
        #expect(UpdateReminded.kept(in: file) == UpdateReminded())
    }

    private func pass(_ seconds: Double) {
        clock.withLock { $0 += seconds }
    }

    private func updates(_ server: URL) -> Updates {
        let now: @Sendable () -> Date = { [self] in clock.withLock { $0 } }
        let gateway = GatewayClient(
            address: server.appending(path: "mgw.htm"),
            identity: GatewayIdentity(appKey: "DEMO_IOS"),
            signer: GatewaySigner(secret: "s"),
            sleep: { _ in },
            now: now
        )
        return Updates(gateway: gateway, app: app, file: file, now: now)
    }
}

extension Result where Success == Update?, Failure == GatewayFailure {
    fileprivate var update: Update? { (try? get()) ?? nil }
}

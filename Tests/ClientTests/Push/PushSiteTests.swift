import Foundation
import Testing

@testable import MainSiteClient

/// Pushes and diagnosis as parts of a whole app.
@Suite final class PushSiteTests: Sendable {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "push-site-\(UUID().uuidString)")
    private let console = DeviceConsole()

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    @Test func aSilentPushIsCountedAndHasTheConsoleAsked() async throws {
        let site = try site()
        await site.diagnosis.start()
        await site.received(PushNotice(["aps": ["content-available": 1], "messageId": "m1", "mpaasDiagnosis": "d1"]))
        await site.received(PushNotice(["messageId": "m2"]))
        #expect(operations == ["mpaas.push.report", "mpaas.diagnosis.poll", "mpaas.push.report"])
    }

    @Test func anotherUserIsToldAtOnce() async throws {
        let site = try site()
        site.user = "u1"
        await site.push.register(PushRegistration(token: "t", channel: .fcm))
        site.user = "u2"
        for _ in 0..<100 where console.calls.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
        #expect(operations == ["mpaas.push.bind", "mpaas.push.bind"])
        #expect(console.calls.last?.contains(#""userId":"u2""#) == true)
    }

    @Test func aStartSaysWhatIsDue() async throws {
        let site = try site()
        await site.push.register(PushRegistration(token: "t", channel: .fcm))
        await site.diagnosis.start()
        await site.wake(.coldStart)
        await site.wake(.foreground)
        #expect(operations.filter { $0.hasPrefix("mpaas.") } == ["mpaas.push.bind", "mpaas.diagnosis.poll"])
    }

    private var operations: [String] {
        console.calls.map { String($0.prefix { $0 != " " }) }
    }

    private func site() throws -> MainSite {
        console.change {
            $0.answers["mpaas.diagnosis.poll"] = #"{"tasks":[]}"#
            $0.answers["alipay.client.switches.all.get"] = #"{"switches":{},"version":"1"}"#
        }
        let configuration = MainSiteConfiguration(
            appKey: "DEMO_ANDROID",
            secret: GatewaySignerTests.secret,
            workspaceId: "0000000001",
            server: .demoConsole,
            version: "2.3.0",
            deviceId: "UTD1"
        )
        return try MainSite(configuration, directory: directory, send: console.send)
    }
}

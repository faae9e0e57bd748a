import Foundation
import Synchronization
import Testing

@testable import MainSiteClient

@Suite final class PushBindingTests: Sendable {
    private let file = FileManager.default.temporaryDirectory.appending(path: "push-\(UUID().uuidString).json")
    private let console = DeviceConsole()
    private let app = MainSiteApp(LogLineBuilder(sender: .demo, device: LogDevice(model: "iPhone17,1", systemVersion: "26.1", language: "zh-Hans")))
    private let clock = Mutex(Date(timeIntervalSince1970: 1_795_228_800))
    private let token = PushRegistration(apns: [0x0A, 0xFF], environment: .development)

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    @Test func aTokenIsBoundWithAllThatTheConsoleAsksFor() async {
        #expect(await binding().register(token) == nil)
        let request =
            #"{"channel":"apns","did":"UTD1","environment":"development","language":"zh-Hans","mobileModel":"iPhone17,1","osType":"2","#
            + #""osVersion":"26.1","productVersion":"2.3.0","timeZone":"+08:00","token":"0aff","userId":"u1"}"#
        #expect(console.calls == ["mpaas.push.bind \(request)"])
    }

    @Test func theSameIsToldOnceADay() async {
        let first = binding()
        await first.register(token)
        await first.register(token)
        let second = binding()
        await second.register(token)
        await second.settle()
        #expect(console.calls.count == 1)
        clock.withLock { $0 += PushBinding.interval }
        await second.settle()
        #expect(console.calls.count == 2)
        clock.withLock { $0 -= 10 * PushBinding.interval }
        await second.settle()
        #expect(console.calls.count == 3)
    }

    @Test func whateverChangesIsToldAtOnce() async {
        let binding = binding()
        await binding.register(token)
        app.change { $0.sender.userId = nil }
        await binding.settle()
        #expect(console.calls.last?.contains(#""userId":"""#) == true)
        app.change { $0.sender.zone = TimeZone(identifier: "Asia/Kathmandu") }
        await binding.settle()
        #expect(console.calls.last?.contains(#""timeZone":"Asia/Kathmandu""#) == true)
        await binding.register(PushRegistration(token: "new", channel: .fcm))
        #expect(console.calls.last?.contains(#""token":"new""#) == true)
        #expect(console.calls.count == 4)
    }

    @Test func withoutATokenNothingIsSaid() async {
        let binding = binding()
        await binding.settle()
        #expect(await binding.unregister() == nil)
        #expect(console.calls.isEmpty)
    }

    @Test func theConsoleForgetsATokenAlsoAfterAnotherStart() async {
        await binding().register(token)
        console.change { $0.isOffline = true }
        #expect(await binding().unregister() != nil)
        console.change { $0.isOffline = false }
        let next = binding()
        await next.settle()
        await next.settle()
        #expect(console.calls.dropFirst() == [#"mpaas.push.unbind {"did":"UTD1","token":"0aff"}"#])
        #expect(await next.registration == nil)
    }

    @Test func aTokenThatComesBackIsNotForgotten() async {
        await binding().register(token)
        console.change { $0.isOffline = true }
        let binding = binding()
        await binding.unregister()
        await binding.register(token)
        console.change { $0.isOffline = false }
        await binding.settle()
        #expect(console.calls.map { $0.prefix(15) } == ["mpaas.push.bind", "mpaas.push.bind"])
    }

    /// The answer to a binding can come after the user wanted no pushes any more.
    @Test func aTokenThatTheConsoleForgotIsBoundAnew() async {
        await binding().register(token)
        var kept = PushKept.kept(in: file)
        (kept.registration, kept.ended) = (nil, token.token)
        kept.write(file)
        let binding = binding()
        await binding.settle()
        await binding.register(token)
        #expect(console.calls.map { $0.split(separator: " ")[0] } == ["mpaas.push.bind", "mpaas.push.unbind", "mpaas.push.bind"])
    }

    // MARK: reports

    @Test func reportsWaitForTheNetworkAndCountOnce() async {
        console.change { $0.isOffline = true }
        let first = binding()
        await first.report(.arrived, message: "m1")
        await first.report(.opened, message: "m1")
        await first.report(.arrived, message: nil)
        console.change { $0.isOffline = false }
        let second = binding()
        await second.report(.arrived, message: "m1")
        #expect(
            console.calls == [
                #"mpaas.push.report {"did":"UTD1","event":"arrived","messageId":"m1"}"#,
                #"mpaas.push.report {"did":"UTD1","event":"opened","messageId":"m1"}"#,
            ]
        )
    }

    @Test func aReportThatIsRefusedIsNotRepeated() async {
        console.change { $0.codes = ["mpaas.push.report": 3002] }
        let binding = binding()
        await binding.report(.arrived, message: "m1")
        await binding.settle()
        #expect(console.calls.count == 1)
    }

    @Test func aBindingThatIsRefusedDoesNotHoldUpReportsForever() async {
        console.change { $0.codes = ["mpaas.push.bind": 3002] }
        let binding = binding()
        #expect(await binding.register(token)?.status == .badFormat)
        await binding.report(.arrived, message: "m1")
        #expect(console.calls.last?.hasPrefix("mpaas.push.report") == true)
        #expect(await binding.settle()?.status == .badFormat)
    }

    @Test func aPushSaysWhoseItIs() {
        let notice = PushNotice(["aps": ["alert": "x"], "messageId": "m1", "mpaasDiagnosis": "d1"])
        #expect(notice.messageId == "m1" && notice.diagnosis == "d1")
        #expect(PushNotice(["messageId": 7]) == PushNotice([:]))
    }

    /// Another run of the app on the same device.
    private func binding() -> PushBinding {
        let now: @Sendable () -> Date = { [self] in clock.withLock { $0 } }
        let configuration = MainSiteConfiguration(appKey: "DEMO_IOS", secret: "s", workspaceId: "0000000001", server: .demoConsole, version: "2.3.0")
        return PushBinding(console.gateway(now: now), app, configuration, file: file, now: now)
    }
}

import Foundation
import Storage
import TestSupport
import Testing

@testable import Console

@Suite struct PushDeviceTests {
    @Test func whatADeviceBindsIsKept() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let answer = try await PushDeviceCaller(console: console).call(
                "mpaas.push.bind",
                #"""
                {"token":"<740F4707 bebcf74f 9b7c25d4 8e335894 5f6aa01d a5ddb387 462c7eaf 61bb78ad>","osType":"2","userId":"alice",
                 "environment":"development","osVersion":"17.5","mobileModel":"iPhone16,1","timeZone":"+0800","language":"zh-Hans-CN"}
                """#
            )
            #expect(answer["success"] as? Bool == true)
            let device = try #require(try await console.pushDevice())
            #expect(device.token == "740f4707bebcf74f9b7c25d48e3358945f6aa01da5ddb387462c7eaf61bb78ad")
            #expect(device.channel == .apns && device.environment == .development && device.platform == .ios && device.state == .bound)
            #expect(device.user == "alice" && device.version == "2.3.0" && device.model == "iPhone16,1" && device.osVersion == "17.5")
            #expect(device.timeZone == "+08:00" && device.language == "zh-Hans-CN" && device.boundAt == console.clock.now)
        }
    }

    @Test func whatABindingDoesNotSayStaysAndTheUserFollowsTheLogin() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            var device = PushDeviceCaller(console: console)
            try await device.bind(PushDeviceCaller.token(1), ["userId": "alice", "mobileModel": "iPhone16,1", "timeZone": "Asia/Kathmandu"])
            console.clock.advance(by: 60)
            try await device.bind(PushDeviceCaller.token(2), ["osVersion": "18.0"])
            var known = try #require(try await console.pushDevice())
            #expect(known.user == "alice" && known.model == "iPhone16,1" && known.timeZone == "Asia/Kathmandu" && known.osVersion == "18.0")
            #expect(known.token == PushDeviceCaller.token(2) && known.boundAt == console.clock.now)
            device.session = "bob"
            try await device.bind()
            #expect(try await console.pushDevice()?.user == "bob")
            try await device.bind(PushDeviceCaller.token(1), ["userId": ""])
            known = try #require(try await console.pushDevice())
            #expect(known.user.isEmpty && known.state == .bound)
        }
    }

    @Test func aTokenMovesToTheDeviceThatBindsItLast() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await PushDeviceCaller(console: console).bind(PushDeviceCaller.token(1), ["userId": "alice"])
            try await PushDeviceCaller(console: console, device: "device-2").bind(PushDeviceCaller.token(1))
            let before = try #require(try await console.pushDevice())
            #expect(before.state == .gone && before.reason == "moved" && before.endedAt == console.clock.now)
            let after = try #require(try await console.pushDevice("device-2"))
            #expect(after.state == .bound && after.user.isEmpty)
            try await PushDeviceCaller(console: console).bind(PushDeviceCaller.token(3))
            let again = try #require(try await console.pushDevice())
            #expect(again.state == .bound && again.reason.isEmpty && again.endedAt == nil && again.user == "alice")
        }
    }

    @Test func unbindingEndsABinding() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let device = PushDeviceCaller(console: console)
            try await device.bind()
            try await device.call("mpaas.push.unbind", #"{"token":"\#(PushDeviceCaller.token(9))"}"#)
            #expect(try await console.pushDevice()?.state == .bound)
            try await device.call("mpaas.push.unbind", #"{"token":"\#(PushDeviceCaller.token(1).uppercased())"}"#)
            #expect(try await console.pushDevice()?.state == .unbound)
            try await device.bind()
            try await device.call("mpaas.push.unbind", "{}")
            #expect(try await console.pushDevice()?.state == .unbound)
            // Once more, and of a device that never bound: done is done.
            try await device.call("mpaas.push.unbind", "{}")
            try await PushDeviceCaller(console: console, device: "other").call("mpaas.push.unbind", "{}")
        }
    }

    @Test(arguments: [
        #"{}"#, #"{"token":""}"#, #"{"token":"abc"}"#, #"{"token":"zz"}"#, #"{"token":7}"#, #"{"token":"T","osType":"1"}"#,
        #"{"token":"T","channel":"xiaomi"}"#, #"{"token":"T","channel":"carrier pigeon"}"#, #"{"token":"T","environment":"staging"}"#,
        #"{"token":"T","userId":"\u0007"}"#, #"{"token":"T","did":"a b"}"#, #"{"token":"T","did":"-"}"#,
    ])
    func nonsenseIsBadFormat(json: String) async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let filled = json.replacing(#""T""#, with: "\"\(PushDeviceCaller.token(1))\"")
            let refused = await PushDeviceCaller(console: console).refusal("mpaas.push.bind", filled)
            #expect(refused?.status == .badFormat)
            #expect(refused?.reason.contains(PushDeviceCaller.token(1)) == false)
            #expect(try await console.pushDevice() == nil)
        }
    }

    @Test func aDeviceWithoutAnIdIsRefused() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let body = #"{"token":"\#(PushDeviceCaller.token(1))"}"#
            for operation in ["mpaas.push.bind", "mpaas.push.unbind"] {
                #expect(await PushDeviceCaller(console: console, device: "").refusal(operation, body)?.status == .badFormat)
            }
            try await PushDeviceCaller(console: console, device: "").call(
                "mpaas.push.bind",
                #"{"did":"signed","token":"\#(PushDeviceCaller.token(1))"}"#
            )
            #expect(try await console.pushDevice("signed") != nil)
        }
    }

    @Test func channelsTakeTheirOwnTokensAndPlatforms() {
        let long = String(repeating: "t", count: 4_096)
        #expect(PushChannel.fcm.token(long) == long)
        #expect(PushChannel.fcm.token(long + "t") == nil)
        #expect(PushChannel.huawei.token("two words") == nil)
        #expect(PushChannel.apns.token(String(repeating: "a", count: 200)) != nil)
        for length in [0, 62, 63, 65, 202] { #expect(PushChannel.apns.token(String(repeating: "a", count: length)) == nil) }
        #expect(PushChannel.apns.token(String(repeating: "é", count: 64)) == nil)
        #expect(PushChannel.usual(of: .harmony) == .huawei && PushChannel.usual(of: .android) == .fcm)
        #expect(!PushChannel.apns.serves(.android) && PushChannel.vivo.serves(.android) && !PushChannel.xiaomi.serves(.ios))
    }

    @Test(arguments: [
        ("+0545", "+05:45"), ("-03:30", "-03:30"), ("Europe/Berlin", "Europe/Berlin"), ("UTC", "+00:00"), ("+15:00", ""), ("Mars/Base", ""), ("", ""),
    ])
    func timeZonesAreKeptInOneForm(text: String, kept: String) {
        #expect(PushZoneText.kept(text) == kept)
    }

    @Test func aServiceDropsOnlyTokensThatAreOlderThanItsWord() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            try await PushDeviceCaller(console: console).bind()
            let now = console.clock.now
            func drop(_ time: Date?) async throws -> Bool {
                try await console.server.database.write {
                    try $0.dropPushToken(
                        app: "demo",
                        channel: .apns,
                        token: PushDeviceCaller.token(1),
                        reason: "Unregistered",
                        ifRegisteredBefore: time,
                        at: now
                    )
                }
            }
            #expect(try await !drop(now.addingTimeInterval(-1)))
            #expect(try await console.pushDevice()?.state == .bound)
            #expect(try await drop(now.addingTimeInterval(1)))
            let device = try #require(try await console.pushDevice())
            #expect(device.state == .gone && device.reason == "Unregistered" && device.endedAt == now)
            #expect(try await !drop(nil))
        }
    }

    @Test func manyBindAtOnce() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            let devices = console.pushDevices
            let (app, platform) = (try console.server.apps.app("demo"), try console.server.apps.platform(.ios, of: "demo"))
            let (operation, now) = (try #require(devices.operations.first { $0.name == "mpaas.push.bind" }), console.clock.now)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<400 {
                    group.addTask {
                        let call = GatewayCall(
                            app: app,
                            platform: platform,
                            operation: operation.name,
                            device: "device-\(number)",
                            version: "1.0",
                            user: nil,
                            // Pairs of devices share a token: the one that is written last has it.
                            request: Array(#"{"token":"\#(PushDeviceCaller.token(number / 2))"}"#.utf8),
                            receivedAt: now
                        )
                        _ = try await operation.handle(call)
                    }
                }
                try await group.waitForAll()
            }
            let figures = try await devices.figures(of: "demo")
            #expect(figures.bound == 200 && figures.gone == [PushDeviceFigures.Gone(reason: "moved", devices: 200)])
        }
    }
}

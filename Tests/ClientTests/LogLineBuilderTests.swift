import Foundation
import Testing

@testable import MainSiteClient

@Suite struct LogLineBuilderTests {
    private let time = Date(timeIntervalSince1970: 1_795_228_800.408)
    private let builder = LogLineBuilder(
        sender: LogSender(
            productId: "SIMPLEDEMORPC_IOS-0000017768",
            version: "2.0.0",
            deviceId: "UTD1",
            userId: "u1",
            zone: TimeZone(identifier: "Asia/Shanghai") ?? .gmt
        ),
        device: LogDevice(
            model: "iPhone14,2",
            system: "iOS",
            systemVersion: "17.5",
            network: "WIFI",
            channel: "appstore",
            language: "zh-Hans",
            resolution: "1170x2532"
        ),
        session: "S-1",
        hotpatch: "7"
    )

    @Test func activeHasTheFieldsOfABehaviourLine() {
        let fields = split(builder.reportActive(at: time))
        #expect(fields.count == 48)
        let expected = [
            0: "D-VM", 1: "2026-11-21 10:40:00.408", 2: "SIMPLEDEMORPC_IOS-0000017768", 3: "2.0.0", 4: "2", 6: "S-1", 7: "u1",
            8: "event", 15: "reportActive", 25: "UTD1", 33: "iPhone14%2C2", 34: "17.5", 35: "WIFI", 37: "appstore",
            38: "zh-Hans", 39: "7", 45: "1170x2532",
        ]
        expect(fields, expected)
        #expect(split(builder.startUp(milliseconds: 640, first: false, at: time))[14] == "1")
    }

    @Test func loginAndOtherEventsDifferInTheEventFields() {
        expect(split(builder.login(at: time)), merge: [15: "login"])
        let event = builder.event("pay", previousPage: "Cart", bizType: "shop", ext: ["sum": "1,5", "a": "x^y"], at: time)
        expect(split(event), merge: [10: "Cart", 15: "pay", 17: "shop", 22: "a=x%255Ey^sum=1%2C5"])
    }

    @Test func startUpHasTheFieldsOfAPerformanceLine() {
        let fields = split(builder.startUp(milliseconds: 640, first: true, at: time))
        #expect(fields.count == 37)
        let expected = [
            0: "D-MM", 1: "2026-11-21 10:40:00.408", 2: "SIMPLEDEMORPC_IOS-0000017768", 3: "2.0.0", 6: "S-1", 7: "u1",
            11: "performance", 12: "time_startup", 13: "640", 14: "0", 17: "iOS", 18: "17.5", 19: "WIFI", 20: "iPhone14%2C2",
            22: "appstore", 23: "UTD1", 24: "zh-Hans", 28: "7", 32: "1170x2532",
        ]
        expect(fields, expected)
        #expect(split(builder.startUp(milliseconds: 640, first: false, at: time))[14] == "1")
    }

    @Test func callCarriesOperationSizesAndCode() {
        let line = builder.call("alipay.client.updateVersion", milliseconds: 81, requestBytes: 120, responseBytes: 900, at: time)
        let fields = split(line)
        #expect(Array(fields[12...14]) == ["rpc", "81", "op=alipay.client.updateVersion^req=120^rsp=900^code=1000"])
    }

    @Test func crashKeepsItsTextInOneField() {
        let text = "java.lang.IllegalStateException: 100%, \r\n\tat a.b(C.java:1)\n"
        let crash = LogCrash(text: text, runtime: .java, inForeground: false, page: "Main", process: "demo", thread: "main")
        let fields = split(builder.crash(crash, at: time))
        #expect(fields.count == 34)
        let expected = [
            0: "e", 1: "2026-11-21 10:40:00.408", 2: "SIMPLEDEMORPC_IOS-0000017768", 3: "2.0.0", 6: "S-1", 7: "u1", 8: "exception",
            9: "background", 13: "MonitorPoint_Crash",
            14: "java.lang.IllegalStateException: 100%25%2C \r%0A\tat a.b(C.java:1)%0A", 15: "Main", 16: "appstore",
            23: "iPhone14%2C2", 24: "iOS", 25: "WIFI", 28: "UTD1", 30: "7", 31: "demo", 32: "main", 33: "java",
        ]
        expect(fields, expected)
        #expect(split(builder.startUp(milliseconds: 640, first: false, at: time))[14] == "1")
    }

    @Test func unknownFieldsAreDashes() {
        let sender = LogSender(productId: "A_IOS-1", version: "1", deviceId: nil, zone: .gmt)
        let fields = split(LogLineBuilder(sender: sender, device: LogDevice(model: "")).reportActive(at: time))
        expect(fields, [0: "D-VM", 1: "2026-11-21 02:40:00.408", 2: "A_IOS-1", 3: "1", 4: "2", 8: "event", 15: "reportActive"])
    }

    /// Every position named has its value, and every other one a dash.
    private func expect(_ fields: [String], _ expected: [Int: String]) {
        for (position, field) in fields.enumerated() { #expect(field == expected[position] ?? "-", "position \(position)") }
    }

    private func expect(_ fields: [String], merge expected: [Int: String]) {
        for (position, value) in expected { #expect(fields[position] == value, "position \(position)") }
    }

    private func split(_ line: String) -> [String] {
        line.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }
}

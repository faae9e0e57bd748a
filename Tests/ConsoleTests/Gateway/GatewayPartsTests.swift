import Foundation
import Testing

@testable import Console

extension GatewayCache.Key {
    fileprivate init(_ number: Int) { self.init(of: Array("\(number)".utf8)) }
}

struct GatewayPartsTests {
    /// Computed with Python's hashlib and hmac.
    @Test func signaturesAreAsTheContractSays() {
        let text = GatewaySignature.text(
            operation: "alipay.client.switches.all.get",
            body: Array(#"[{"_requestBody":{}}]"#.utf8),
            time: "1795228800000"
        )
        #expect(
            String(decoding: text, as: UTF8.self)
                == "Operation-Type=alipay.client.switches.all.get&Request-Data=W3siX3JlcXVlc3RCb2R5Ijp7fX1d&Ts=1795228800000"
        )
        let secret = "0123456789abcdef0123456789abcdef"
        #expect(GatewaySignature.make(.md5, secret: secret, text).hex == "3795ee8e5102c24d0d16c380936b0c72")
        #expect(GatewaySignature.make(.hmacSHA256, secret: secret, text).hex == "dfed3ef16fd8294fac6ee931666f022c86e8dae8c7f2ea2cf2f49cdc0482a99f")
    }

    @Test(
        arguments: [
            ("1795228800000", 1_795_228_800_000), ("0", 0), ("/", 63), ("+", 62), ("10", 64), ("Qi", 26 * 64 + 44), ("0000000001", 1), ("", nil),
            ("12 3", nil),
            ("123456789x", nil), ("é", nil), ("99999999999999999", nil),
        ] as [(String, Int?)]
    )
    func timesAreReadInBothForms(_ text: String, _ milliseconds: Int?) {
        #expect(GatewayTime.milliseconds(text) == milliseconds)
    }

    @Test func aSessionIsGoodForItsAppAndItsTime() {
        let sessions = GatewaySessions(key: [UInt8](repeating: 7, count: 32))
        let now = Date(timeIntervalSince1970: 1_795_228_800)
        let session = sessions.make("用户 1", app: "demo", at: now)
        #expect(sessions.user(session, app: "demo", at: now) == "用户 1")
        #expect(sessions.user(session, app: "other", at: now) == nil)
        #expect(sessions.user(session, app: "demo", at: now.addingTimeInterval(GatewaySessions.life)) == nil)
        #expect(sessions.user(session.replacing("17952", with: "27952"), app: "demo", at: now) == nil)
        for wrong in ["", "..", "1.2.3", session + "0", String(session.dropLast(2))] { #expect(sessions.user(wrong, app: "demo", at: now) == nil) }
        #expect(GatewaySessions(key: [UInt8](repeating: 8, count: 32)).user(session, app: "demo", at: now) == nil)
    }

    @Test func bucketsFillAtTheirRate() {
        let limits = GatewayLimits()
        func taken(_ count: Int, at time: Double) -> Int { (0..<count).filter { _ in limits.take(.app("demo"), rate: 10, at: time) }.count }
        #expect(taken(20, at: 0) == 10)
        #expect(taken(20, at: 0.55) == 5)
        #expect(taken(20, at: 100) == 10)
        #expect(limits.take(.app("other"), rate: 10, at: 0))
        #expect((0..<1_000).allSatisfy { _ in limits.take(.app("free"), rate: 0, at: 0) })
    }

    /// Answers of a few bytes, of requests that never come again, for as long as one may keep them.
    @Test func whatIsKeptHasAnEnd() throws {
        let (cache, now) = (GatewayCache(), Date(timeIntervalSince1970: 1_795_228_800))
        let answer = GatewayAnswer(.bytes(Array("{}".utf8)))
        let long = GatewayAnswer(.bytes([UInt8](repeating: 0x20, count: 1 << 20)))
        for place in 0..<1_000 { _ = cache.keep(answer, .init(place), from: now, until: now.addingTimeInterval(60)) }
        #expect(cache.weight > 1_000 * 200)
        for place in 1_000..<1_100 { _ = cache.keep(long, .init(place), from: now, until: now.addingTimeInterval(Double(place))) }
        #expect(cache.weight <= GatewayCache.room)
        // What ends first went first.
        #expect(cache.answer(.init(0), at: now) == nil && cache.answer(.init(1_099), at: now) != nil)
        _ = cache.keep(answer, .init(0), from: now, until: now.addingTimeInterval(-1))
        #expect(cache.answer(.init(0), at: now) == nil)
    }

    @Test(arguments: [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.168.1.1", "192.0.2.1", "198.18.0.1",
        "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "fc00::1", "fd12::1",
        "fe80::1", "fec0::1", "ff02::1",
    ])
    func addressesOfNobodyElseArePrivate(_ text: String) throws {
        #expect(try #require(GatewayAddress(text)).isPrivate)
    }

    @Test(arguments: [
        "1.1.1.1", "100.63.0.1", "172.15.0.1", "172.32.0.1", "192.1.0.1", "223.255.255.255", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808",
    ])
    func addressesOfEverybodyAreNot(_ text: String) throws {
        #expect(try !#require(GatewayAddress(text)).isPrivate)
    }
}

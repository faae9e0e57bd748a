import Foundation
import HTTPTypes
import HummingbirdTesting
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// What devices are told, and what is taken of what they tell.
struct HotpatchServingTests {
    @Test func theAnswerLeadsToAPackageThatVerifies() async throws {
        try await HotpatchRoom.run { room in
            #expect(try await room.ask() == HotpatchRoom.Told(patch: nil, rollback: nil))
            for format in [1, 2] {
                let hotpatch = try await room.publish(#""percentage":100,"runAt":"now","format":\#(format)"#)
                let patch = try #require(try await room.ask().patch)
                #expect(patch.version == hotpatch.version && patch.format == format && patch.runAt == "now")
                let path = try #require(patch.url.hasPrefix("https://c.example/") ? patch.url.dropFirst(17) : nil)
                let answer = try await room.console.ask(.get, String(path))
                #expect(answer.status == .ok && answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
                let bytes = Array(answer.body.readableBytesView)
                #expect(bytes.count == patch.size && Hex.encode(Digest.sha256(bytes)) == patch.sha256)
                let key = try await room.hotpatches.keys.signingKey(of: "demo", for: hotpatch.plan.format)
                let secret = try #require(try room.hotpatches.secrets(of: "demo", .ios).first)
                let verified = try HotpatchPackage.verify(bytes, publicKeys: [key.publicKey], appSecret: secret)
                #expect(verified.script == Array("print('a')\n".utf8))
                let part = try await room.console.ask(.get, String(path), headers: [.range: "bytes=2-5"])
                #expect(part.status == .partialContent && Array(part.body.readableBytesView) == Array(bytes[2...5]))
            }
            #expect(try await room.console.ask(.get, "/hotpatches/demo/\(String(repeating: "0", count: 64))").status == .notFound)
        }
    }

    @Test func whoHasItNeedsNoSecond() async throws {
        try await HotpatchRoom.run { room in
            let hotpatch = try await room.publish()
            #expect(try await room.ask(#"{"current":"\#(hotpatch.version)"}"#) == HotpatchRoom.Told(patch: nil, rollback: nil))
            #expect(try await room.ask(#"{"current":"77"}"#).patch?.version == hotpatch.version)
            #expect(try await room.ask(#"{"current":""}"#).patch?.version == hotpatch.version)
        }
    }

    @Test func whatIsWithdrawnIsTakenBack() async throws {
        try await HotpatchRoom.run { room in
            let hotpatch = try await room.publish()
            let url = try #require(try await room.ask().patch?.url)
            _ = try await room.hotpatches.halt(hotpatch.id, of: "demo", because: "{}", by: .console)
            #expect(try await room.ask(#"{"current":"1"}"#).rollback == ["1"])
            #expect(try await room.given() == nil)
            #expect(try await room.console.ask(.get, String(url.dropFirst(17))).status == .notFound)
        }
    }

    @Test func whitelistRulesWindowPercentage() async throws {
        try await HotpatchRoom.run { room in
            let json = """
                "percentage":0,"whitelist":["u1"],"opensAt":"2090-01-01T00:00:00Z","rules":[{"element":"city","operation":"in","value":"x"}]
                """
            let far = json.replacing("2090-01-01T00:00:00Z", with: room.console.clock.now.addingTimeInterval(3_600).ISO8601Format())
            let hotpatch = try await room.publish(far)
            #expect(try await room.given("d1", #"{"userId":"u1"}"#) == hotpatch.version)
            #expect(try await room.given("d1", #"{"userId":"u1","productVersion":"9"}"#) == nil)
            _ = try await room.hotpatches.raise(hotpatch.id, of: "demo", to: 100, by: HotpatchRoom.ann)
            #expect(try await room.given("d1", #"{"city":"x"}"#) == nil)
            room.console.clock.advance(by: 3_601)
            #expect(try await room.given("d1", #"{"city":"x"}"#) == hotpatch.version)
            #expect(try await room.given("d1", #"{"city":"y"}"#) == nil)
            _ = try await room.hotpatches.pause(hotpatch.id, of: "demo", by: HotpatchRoom.ann)
            #expect(try await room.given("d1", #"{"userId":"u1"}"#) == nil)
        }
    }

    @Test func windowsEndByThemselves() async throws {
        try await HotpatchRoom.run { room in
            let end = room.console.clock.now.addingTimeInterval(60).ISO8601Format()
            let hotpatch = try await room.publish(#""percentage":100,"endsAt":"\#(end)""#)
            #expect(try await room.given() == hotpatch.version)
            room.console.clock.advance(by: 61)
            #expect(try await room.given() == nil)
            #expect(try await room.hotpatches.view(hotpatch).state == .ended)
        }
    }

    /// Old builds sign with the secret before the rotation; each gets the package that it can read.
    @Test func eachSecretHasItsPackage() async throws {
        try await HotpatchRoom.run { room in
            let hotpatch = try await room.publish()
            let old = try #require(try room.hotpatches.secrets(of: "demo", .ios).first)
            let before = try #require(try await room.ask().patch)
            _ = try await room.console.api(.post, "/apps/demo/platforms/ios/secret-rotation", #"{"overlapHours":24}"#)
            #expect(try await room.ask().patch == nil)
            #expect(try await room.ask(secret: old).patch == before)
            try await room.hotpatches.packAgain()
            let after = try #require(try await room.ask().patch)
            #expect(after.sha256 != before.sha256 && after.version == before.version)
            #expect(try await room.ask(secret: old).patch == before)
            #expect(try await room.hotpatches.view(hotpatch).packages.count == 2)
        }
    }

    @Test func oneThatCannotBePackedKeepsNoOtherFromIt() async throws {
        try await HotpatchRoom.run { room in
            _ = try await room.publish(try await room.draft(#""percentage":100"#))
            let lost = try await room.publish(try await room.draft(#""targetVersions":"1.1","percentage":100"#, script: "print('lost')\n"))
            try await room.server.blobs.remove(lost.script.blob)
            _ = try await room.console.api(.post, "/apps/demo/platforms/ios/secret-rotation", #"{"overlapHours":24}"#)
            #expect(try await room.ask().patch == nil)
            await #expect(throws: (any Error).self) { try await room.hotpatches.packAgain() }
            #expect(try await room.ask().patch != nil)
        }
    }

    // MARK: reports

    @Test func eachDeviceCountsOnce() async throws {
        try await HotpatchRoom.run { room in
            let hotpatch = try await room.publish()
            for _ in 0..<3 {
                for device in ["d1", "d2"] { #expect(try await room.report("1", "downloaded", device: device) == #"{"accepted":true}"#) }
                _ = try await room.report("1", "failed", code: "E1")
                #expect(try await room.tally(hotpatch) == HotpatchTally(downloaded: 2, applied: 0, failed: 1, rolledBack: 0))
            }
            _ = try await room.hotpatches.rollBack(hotpatch.id, of: "demo", by: HotpatchRoom.ann)
            #expect(try await room.report("1", "rolledback") == #"{"accepted":true}"#)
            #expect(try await room.tally(hotpatch).rolledBack == 1)
        }
    }

    @Test func forgedReportsMoveNothing() async throws {
        try await HotpatchRoom.run { room in
            let hotpatch = try await room.publish(#""percentage":1,"whitelist":["u1"]"#)
            _ = try await room.draft()
            #expect(try await room.report("99", "failed").contains("unknownVersion"))
            #expect(try await room.report("2", "failed").contains("unknownVersion"))
            #expect(try await room.report("1", "failed", device: "").contains("noDevice"))
            let share = RolloutShare(percentage: 1, salt: hotpatch.salt)
            let outside = (0..<200).map { "device-\($0)" }.filter { !share.contains($0) }
            for device in outside { #expect(try await room.report("1", "failed", device: device).contains("neverOffered")) }
            #expect(try await room.tally(hotpatch) == HotpatchTally())
            #expect(try await room.hotpatches.ignored("demo")["neverOffered"] == outside.count)
            // Who is named was given it, whatever the percentage is.
            let named = try #require(outside.first)
            #expect(try await room.given(named, #"{"userId":"u1"}"#) == "1")
            #expect(try await room.report("1", "applied", device: named) == #"{"accepted":true}"#)
            #expect(try await room.tally(hotpatch).applied == 1)
        }
    }

    @Test(arguments: ["offered", "", "crashed"])
    func otherEventsAreRefused(event: String) async throws {
        try await HotpatchRoom.run { room in
            try await room.publish()
            await #expect(throws: GatewayRefusal.self) { _ = try await room.report("1", event) }
        }
    }
}

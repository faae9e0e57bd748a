import Foundation
import NIOHTTP2
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// What goes to Apple's service, and what its answers mean.
struct PushAPNsTests {
    @Test func sendsWhatAppleAsksFor() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<1)
            let message = try await room.send { content in
                (content.collapseId, content.badge, content.sound) = ("news", 3, "default")
                (content.imageURL, content.data) = ("https://example.com/a.png", ["orderId": .string("42")])
            }
            try await room.sending().tick()
            let push = try #require(room.receiver.pushes.first)
            #expect(push.path == "/3/device/\(PushSendingRoom.token(0))")
            #expect(push.headers["apns-topic"] == "com.example.demo")
            #expect(push.headers["apns-push-type"] == "alert")
            #expect(push.headers["apns-priority"] == "10")
            #expect(push.headers["apns-collapse-id"] == "news")
            #expect(push.headers["apns-expiration"] == "\(Int(room.now.timeIntervalSince1970) + 3_600)")
            #expect(UUID(uuidString: push.headers["apns-id"] ?? "") != nil)
            #expect(push.headers["authorization"]?.hasPrefix("bearer ") == true)
            #expect(push.json["orderId"] as? String == "42")
            #expect(push.json["messageId"] as? String == message)
            let aps = try #require(push.json["aps"] as? [String: Any])
            #expect((aps["alert"] as? [String: String]) == ["title": "Hello", "body": "World"])
            #expect(aps["badge"] as? Int == 3)
            #expect(aps["mutable-content"] as? Int == 1)
            #expect(try await room.outcomes(of: message) == ["sent": 1])
            #expect(try await room.tallies(of: message) == ["sent": 1])
        }
    }

    @Test func wakesSilently() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<1)
            try await room.send { content in (content.silent, content.ttlSeconds) = (true, 0) }
            try await room.sending().tick()
            let push = try #require(room.receiver.pushes.first)
            #expect(push.headers["apns-push-type"] == "background")
            #expect(push.headers["apns-priority"] == "5")
            #expect(push.headers["apns-expiration"] == "0")
            let aps = try #require(push.json["aps"] as? [String: Int])
            #expect(aps == ["content-available": 1])
        }
    }

    /// The same message to the same device has the same id, and nothing else has.
    @Test func idsAreOfMessageAndDevice() {
        func id(_ message: String, _ device: String) -> String {
            PushParcel(
                app: "demo",
                message: message,
                device: device,
                token: "",
                platform: .ios,
                environment: .production,
                payload: [],
                isSilent: false,
                collapseId: "",
                expiresAt: nil
            ).id
        }
        #expect(id("a", "b") == id("a", "b"))
        #expect(Set([id("a", "b"), id("a", "c"), id("b", "b"), id("ab", "")]).count == 4)
    }

    @Test(arguments: [
        (400, "BadDeviceToken", "failed BadDeviceToken", "gone"), (400, "DeviceTokenNotForTopic", "failed DeviceTokenNotForTopic", "gone"),
        (410, "Unregistered", "failed Unregistered", "gone"), (410, "ExpiredToken", "failed ExpiredToken", "gone"),
        (400, "PayloadEmpty", "failed PayloadEmpty", "bound"), (403, "BadCertificateEnvironment", "failed BadCertificateEnvironment", "bound"),
        (403, "InvalidProviderToken", "failed InvalidProviderToken", "bound"), (413, "PayloadTooLarge", "failed PayloadTooLarge", "bound"),
        (404, "BadPath", "failed BadPath", "bound"), (418, "<b>odd</b> reason", "failed _b_odd__b__reason", "bound"),
        (429, "TooManyRequests", "queued TooManyRequests", "bound"), (500, "InternalServerError", "queued InternalServerError", "bound"),
        (503, "ServiceUnavailable", "queued ServiceUnavailable", "bound"),
    ])
    func followsItsReasons(_ status: Int, _ reason: String, _ outcome: String, _ device: String) async throws {
        try await PushSendingRoom.run { room in
            let body = "{\"reason\":\"\(reason)\"" + (status == 410 ? ",\"timestamp\":\(room.now.milliseconds)}" : "}")
            room.receiver.answer { _ in .status(status, body) }
            try await room.bind(0..<1)
            let message = try await room.send()
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == [outcome: 1])
            #expect(try await room.deviceState(0) == device)
            #expect(room.receiver.pushes.count == 1)
        }
    }

    /// Apple's word is older than what the device said since.
    @Test func keepsTokensThatWereBoundLater() async throws {
        try await PushSendingRoom.run { room in
            let old = room.now.addingTimeInterval(-7_200).milliseconds
            room.receiver.answer { _ in .status(410, "{\"reason\":\"Unregistered\",\"timestamp\":\(old)}") }
            try await room.bind(0..<1)
            let message = try await room.send()
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["failed Unregistered": 1])
            #expect(try await room.deviceState(0) == "bound")
        }
    }

    @Test func renewsATokenOnce() async throws {
        try await PushSendingRoom.run { room in
            // Tokens of the same second are the same: nothing in them is random.
            let clock = room.console.clock
            room.receiver.answer { _ in
                clock.advance(by: 1)
                return .status(403, "{\"reason\":\"ExpiredProviderToken\"}")
            }
            try await room.bind(0..<1)
            let message = try await room.send()
            try await room.sending().tick()
            #expect(room.receiver.pushes.count == 2)
            #expect(Set(room.receiver.pushes.map { $0.headers["authorization"] ?? "" }).count == 2)
            #expect(try await room.outcomes(of: message) == ["failed ExpiredProviderToken": 1])
        }
    }

    @Test func tokensLiveForFortyMinutes() throws {
        let tokens = PushAPNsTokens(key: PrivateKey.make(), keyId: "ABC123DEFG", teamId: "TEAM123456")
        let start = Date(timeIntervalSince1970: 1_795_228_800)
        let first = try #require(tokens.current(at: start))
        #expect(tokens.current(at: start.addingTimeInterval(2_399)) == first)
        let second = try #require(tokens.current(at: start.addingTimeInterval(2_400)))
        #expect(second != first)
        let third = try #require(tokens.renewed(after: second, at: start.addingTimeInterval(2_410)))
        #expect(tokens.renewed(after: second, at: start.addingTimeInterval(2_411)) == third)
        #expect(tokens.renewed(after: third, at: start.addingTimeInterval(2_412)) == nil)
        #expect(tokens.renewed(after: third, at: start.addingTimeInterval(3_700)) != nil)
        // A clock that was set back makes no token of the future live for ever.
        #expect(tokens.current(at: start) != third)
    }

    // MARK: bad servers

    @Test func refusesHTTP1() async throws {
        try await PushSendingRoom.run(["http/1.1"]) { room in
            try await room.bind(0..<1)
            let message = try await room.send()
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["failed http1": 1])
        }
    }

    /// What the service says itself that it did not look at may be sent again: a refused stream, and one behind the last that a GOAWAY names.
    @Test func whatBreaksIsUnknown() async throws {
        try await PushSendingRoom.run { room in
            room.receiver.answer { push in
                switch push.token.prefix(8) {
                case "00000000": .reset(.internalError)
                case "00000001": .close
                case "00000002": .reset(.cancel)
                case "00000003": .goAway
                default: .reset(.refusedStream)
                }
            }
            for number in 0..<5 {
                try await room.bind(number..<number + 1)
                let message = try await room.send()
                try await room.sending().tick()
                let outcomes = try await room.outcomes(of: message)
                #expect(outcomes == [number < 3 ? "unknown broken" : "queued broken": 1], "\(number)")
                try await room.database.write { try $0.run("DELETE FROM push_device") }
            }
        }
    }

    @Test func aServerThatHangsIsUnknown() async throws {
        try await PushSendingRoom.run(patience: .seconds(2)) { room in
            room.receiver.answer { push in push.token.hasPrefix("00000001") ? .silence : .status(200) }
            try await room.bind(0..<3)
            let message = try await room.send()
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["sent": 2, "unknown timeout": 1])
            #expect(try await room.tallies(of: message) == ["sent": 2, "unknown timeout": 1])
        }
    }

    @Test func noServerIsTriedAgain() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<2)
            try await room.database.write {
                try $0.run("UPDATE certificate SET endpoint = 'https://127.0.0.1:1'")
            }
            let message = try await room.send()
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["queued noConnection": 2])
            #expect(try await room.tallies(of: message).isEmpty)
        }
    }

    @Test func strangersAreNotTrusted() async throws {
        try await PushSendingRoom.run(certificate: false) { room in
            var draft = X509Draft(commonName: "other", validFrom: Date(timeIntervalSince1970: 0), validUntil: Date().addingTimeInterval(86_400))
            draft.hosts = ["127.0.0.1"]
            let other = PEM(label: "CERTIFICATE", bytes: try draft.signed(for: PrivateKey.make()).der).text
            try await room.bringKey(root: other)
            try await room.bind(0..<1)
            let message = try await room.send()
            try await room.sending().tick()
            let outcomes = try await room.outcomes(of: message)
            #expect(outcomes == ["failed untrusted": 1] || outcomes == ["queued noConnection": 1], "\(outcomes)")
            #expect(room.receiver.pushes.isEmpty)
        }
    }

    // MARK: certificates and tokens

    @Test func theEnvironmentDecidesTheCertificate() async throws {
        try await PushSendingRoom.run { room in
            try await room.bind(0..<1, environment: .development)
            let message = try await room.send()
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["failed noCertificate": 1])
            #expect(room.receiver.pushes.isEmpty)
        }
    }

    @Test func anExpiredCertificateSendsNothing() async throws {
        try await PushSendingRoom.run(certificate: false) { room in
            let made = try CertificateRoom(console: room.console).identity(topics: ["com.example.demo"])
            var new = NewCertificate(alias: "p12", password: CertificateRoom.password)
            (new.endpoint, new.trustedRoot) = (room.receiver.endpoint, room.receiver.root)
            let file = SmallFile(field: "file", name: "push.p12", bytes: made.p12)
            _ = try await room.console.server.certificates.add([file], new, for: .push, to: try room.console.server.apps.app("demo"), by: .console)
            try await room.bind(0..<1)
            let first = try await room.send()
            try await room.sending().tick()
            #expect(try await room.outcomes(of: first) == ["sent": 1])
            #expect(room.receiver.pushes.first?.headers["authorization"] == nil)
            room.console.clock.advance(by: 301 * 86_400)
            let second = try await room.send()
            try await room.sending().tick()
            #expect(try await room.outcomes(of: second) == ["failed certificateExpired": 1])
            #expect(room.receiver.pushes.count == 1)
        }
    }

    /// Beside the endpoint, on both faces; what is no certificate is refused beside its field.
    @Test func trustIsKeptWithTheCertificate() async throws {
        try await PushSendingRoom.run { room in
            let certificates = room.console.server.certificates
            let made = try #require(try await room.database.read { try $0.certificates("demo", .push).first })
            #expect(made.facts.trustedRoot == room.receiver.root.trimmingCharacters(in: .whitespacesAndNewlines))
            let path = "/apps/demo/push-certificates/\(made.id)"
            let bad = try await room.console.api(.post, "\(path)/details", #"{"alias":"key","trustedRoot":"none"}"#)
            #expect(bad.status == .unprocessableContent)
            #expect(bad.text.contains("trustedRoot"))
            #expect(try await room.console.api(.post, "\(path)/details", #"{"alias":"key"}"#).status == .noContent)
            #expect(try await certificates.certificate(made.id, of: "demo", for: .push).facts.trustedRoot != nil)
            #expect(try await room.console.page(path).text.contains("BEGIN CERTIFICATE"))
            #expect(try await room.console.api(.post, "\(path)/details", #"{"alias":"key","trustedRoot":""}"#).status == .noContent)
            #expect(try await certificates.certificate(made.id, of: "demo", for: .push).facts.trustedRoot == nil)
        }
    }

    @Test(arguments: [
        ("", false), (String(repeating: "a", count: 62), false), (String(repeating: "a", count: 63), false),
        (String(repeating: "a", count: 64), true), (String(repeating: "A0", count: 100), true), (String(repeating: "a", count: 202), false),
        (String(repeating: "g", count: 64), false), (String(repeating: "é", count: 32), false),
    ])
    func tokensHaveTheirLength(_ token: String, _ isToken: Bool) {
        #expect(PushAPNsDoor.isToken(token) == isToken)
    }

    @Test func aPayloadHas4096Bytes() async throws {
        var content = PushContent.empty
        content.body = ""
        let empty = try PushPayload.apns(content, parameters: [:], message: "0011223344556677").count
        content.body = String(repeating: "x", count: PushPayload.limit - empty)
        #expect(try PushPayload.apns(content, parameters: [:], message: "0011223344556677").count == 4_096)
        let body = content.body
        try await PushSendingRoom.run { room in
            try await room.bind(0..<1)
            let message = try await room.send { content in
                content = PushContent.empty
                content.body = body + "x"
            }
            try await room.sending().tick()
            #expect(try await room.outcomes(of: message) == ["failed tooLarge": 1])
            #expect(room.receiver.pushes.isEmpty)
        }
    }

    /// A wrong certificate is asked for twenty times, not for a hundred thousand.
    @Test func stopsAskingWithARefusedCredential() async throws {
        try await PushSendingRoom.run { room in
            room.receiver.answer { _ in .status(403, "{\"reason\":\"InvalidProviderToken\"}") }
            try await room.bind(0..<200)
            let first = try await room.send()
            var limits = PushSendingLimits()
            limits.inFlight = 10
            try await room.sending(limits).tick()
            #expect(try await room.outcomes(of: first) == ["failed InvalidProviderToken": 200])
            #expect((20..<40).contains(room.receiver.pushes.count), "\(room.receiver.pushes.count)")
            room.receiver.answer { _ in .status(200) }
            room.console.clock.advance(by: PushCircuit.pause + 1)
            let second = try await room.send()
            try await room.sending(limits).tick()
            let outcomes = try await room.outcomes(of: second)
            #expect(outcomes["sent", default: 0] > 150, "\(outcomes)")
        }
    }
}

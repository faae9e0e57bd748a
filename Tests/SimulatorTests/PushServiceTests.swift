import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP2
import Synchronization
import Testing

@testable import Simulator

/// The stand-in for push services: what it takes, what it refuses and why, and what it writes down.
@Suite final class PushServiceTests: Sendable {
    private let file = FileManager.default.temporaryDirectory.appending(path: "pushes-\(UUID().uuidString).jsonl")
    private let clock = Mutex(Date(timeIntervalSince1970: 1_795_228_800))
    private let token = String(repeating: "0a", count: 32)

    deinit {
        try? FileManager.default.removeItem(at: file)
    }

    // MARK: Apple

    @Test func aGoodPushIsTaken() throws {
        let desk = try desk()
        let answer = PushServiceAnswer(status: 200, id: "0E6A4B7C-8E0F-4F0B-9A53-7F1E3C5D2A11")
        #expect(desk.judge(push(["apns-id": "0E6A4B7C-8E0F-4F0B-9A53-7F1E3C5D2A11"])) == .answer(answer))
        #expect(desk.log.counts == ["taken": 1])
    }

    @Test(arguments: [
        (["apns-push-type": "shout"], "InvalidPushType"), (["apns-priority": "7"], "BadPriority"), (["apns-expiration": "soon"], "BadExpirationDate"),
        (["apns-push-type": "background", "apns-priority": "10"], "BadPriority"), (["apns-id": "7"], "BadMessageId"),
        (["apns-topic": ""], "MissingTopic"),
        (["apns-collapse-id": String(repeating: "x", count: 65)], "BadCollapseId"), (["authorization": "bearer x.y"], "InvalidProviderToken"),
    ])
    func headersAreChecked(_ fields: [String: String], _ reason: String) throws {
        #expect(try refusal(push(fields)) == reason)
    }

    @Test func tokensAndPayloadsAreChecked() throws {
        #expect(try refusal(push(token: "")) == "MissingDeviceToken")
        #expect(try refusal(push(token: String(repeating: "0", count: 62))) == "BadDeviceToken")
        #expect(try refusal(push(token: String(repeating: "x", count: 64))) == "BadDeviceToken")
        #expect(try refusal(push(body: 0)) == "PayloadEmpty")
        #expect(try refusal(push(body: 4_097)) == "PayloadTooLarge")
        #expect(try desk().judge(push(body: 4_096)).status == 200)
        #expect(try refusal(push(method: "GET")) == "MethodNotAllowed")
    }

    @Test func whoSendsHasToSayWhoItIs() throws {
        #expect(try refusal(push(isAuthorized: false)) == "MissingProviderToken")
        var shown = push(["apns-topic": ""], isAuthorized: false)
        shown.hasCertificate = true
        #expect(try refusal(shown) == "MissingTopic")
        var certified = push(topic: nil, isAuthorized: false)
        certified.hasCertificate = true
        #expect(try desk().judge(certified).status == 200)
        let old = push()
        clock.withLock { $0 += PushServiceProviderToken.lifetime + 1 }
        #expect(try refusal(old) == "ExpiredProviderToken")
    }

    @Test func everyTokenChoosesItsEnd() throws {
        let desk = try desk()
        #expect(desk.judge(push(token: "dead" + token.dropFirst(4))).status == 410)
        #expect(desk.judge(push(token: "bad0" + token.dropFirst(4))).status == 400)
        for (prefix, first) in [("b503", 503), ("b429", 429)] {
            #expect(desk.judge(push(token: prefix + token.dropFirst(4))).status == first)
            #expect(desk.judge(push(token: prefix + token.dropFirst(4))).status == 200)
        }
        #expect(desk.judge(push(token: "dddd" + token.dropFirst(4))) == .silence)
        #expect(desk.judge(push(token: "c1c1" + token.dropFirst(4))) == .reset)
        #expect(desk.judge(push(token: "caca" + token.dropFirst(4))) == .away)
        #expect(desk.judge(push(token: "caca" + token.dropFirst(4))).status == 200)
        let slow = desk.judge(push(["apns-id": "0E6A4B7C-8E0F-4F0B-9A53-7F1E3C5D2A11"], token: "d2d2" + token.dropFirst(4)))
        #expect(slow == .answer(PushServiceAnswer(status: 200, id: "0E6A4B7C-8E0F-4F0B-9A53-7F1E3C5D2A11"), after: .seconds(2)))
        #expect(
            desk.log.counts == [
                "taken": 4, "unanswered": 2, "Unregistered": 1, "BadDeviceToken": 1, "ServiceUnavailable": 1, "TooManyRequests": 1,
            ]
        )
    }

    @Test func behindAFarewellNothingIsTaken() throws {
        let desk = try desk()
        let connection = PushServiceConnection(desk)
        connection.judge(push(token: "caca" + token.dropFirst(4)), on: 5)
        connection.judge(push(), on: 7)
        connection.judge(push(), on: 3)
        #expect(connection.verdicts.map(\.stream) == [5, 3])
        #expect(desk.log.counts == ["taken": 1])
    }

    @Test func oneReasonForAll() throws {
        let desk = PushServiceDesk(log: try PushServiceLog(nil), reason: .badCertificateEnvironment)
        #expect(desk.judge(push()).status == 403)
    }

    @Test func everyReasonHasAStatus() {
        #expect(PushServiceReason.allCases.allSatisfy { [400, 403, 404, 405, 410, 413, 429, 500, 503].contains($0.status) })
    }

    // MARK: Google

    @Test func googlesTokensComeFirst() throws {
        let desk = try desk()
        var asking = PushServiceRequest(HPACKHeaders([(":method", "POST"), (":path", "/token")]))
        #expect(desk.judge(asking).status == 400)
        asking.add(Array("grant_type=x&assertion=y".utf8))
        #expect(desk.judge(asking).status == 200)
        #expect(desk.judge(message("abc", authorization: "Bearer other")).status == 401)
        #expect(desk.judge(message("abc")).status == 200)
        #expect(desk.judge(message("dead")).status == 404)
        #expect(desk.judge(message("")).status == 400)
        #expect([desk.judge(message("busy-1")).status, desk.judge(message("busy-1")).status] == [503, 200])
    }

    @Test func otherAddressesAreNone() throws {
        #expect(try desk().judge(PushServiceRequest(HPACKHeaders([(":method", "GET"), (":path", "/")]))).status == 404)
    }

    // MARK: the log

    @Test func aLineTellsAllButTheKey() throws {
        let desk = PushServiceDesk(log: try PushServiceLog(file.path), now: { [self] in clock.withLock { $0 } })
        var odd = push(["apns-id": "0E6A4B7C-8E0F-4F0B-9A53-7F1E3C5D2A11"], body: 0)
        odd.add(Array("{\"a\":\"\u{1}中\\n\"}".utf8) + [0xFF])
        _ = desk.judge(odd)
        _ = desk.judge(push(token: "dead" + token.dropFirst(4)))
        #expect(try Data(contentsOf: file).isEmpty)
        #expect(desk.log.flush())
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let first = try #require(try JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
        #expect(first["payload"] as? String == "{\"a\":\"\u{1}中\\n\"}\u{FFFD}")
        #expect(first["time"] as? Int == 1_795_228_800_000 && first["status"] as? Int == 200 && first["by"] as? String == "token")
        #expect((first["headers"] as? [String: String])?["apns-topic"] == "com.example")
        #expect(lines.count == 2 && lines[1].contains(#""status":410,"reason":"Unregistered""#))
        #expect(!lines.joined().contains("bearer"))
    }

    @Test func aLogGoesOn() throws {
        for _ in 0..<2 {
            let desk = PushServiceDesk(log: try PushServiceLog(file.path), now: { [self] in clock.withLock { $0 } })
            _ = desk.judge(push())
            #expect(desk.log.flush())
        }
        #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count == 2)
    }

    // MARK: requests

    private func desk() throws -> PushServiceDesk {
        PushServiceDesk(log: try PushServiceLog(nil), now: { [self] in clock.withLock { $0 } })
    }

    private func refusal(_ request: PushServiceRequest) throws -> String? {
        guard case .answer(let answer, nil) = try desk().judge(request) else { return nil }
        let body = try JSONSerialization.jsonObject(with: Data(answer.body)) as? [String: Any]
        return body?["reason"] as? String
    }

    private func push(
        _ fields: [String: String] = [:],
        token: String? = nil,
        method: String = "POST",
        body: Int = 100,
        topic: String? = "com.example",
        isAuthorized: Bool = true
    ) -> PushServiceRequest {
        var all = ["apns-push-type": "alert", "apns-priority": "10", "apns-expiration": "0"]
        if let topic { all["apns-topic"] = topic }
        if isAuthorized { all["authorization"] = authorization }
        all.merge(fields) { $1 }
        var headers = HPACKHeaders([(":method", method), (":path", "/3/device/\(token ?? self.token)")])
        for (name, value) in all.sorted(by: { $0.key < $1.key }) { headers.add(name: name, value: value) }
        var request = PushServiceRequest(headers)
        request.add([UInt8](repeating: UInt8(ascii: "x"), count: body))
        return request
    }

    private var authorization: String {
        let issued = Int(clock.withLock { $0 }.timeIntervalSince1970)
        let parts = [#"{"alg":"ES256","kid":"ABC123DEFG"}"#, "{\"iss\":\"TEAM123456\",\"iat\":\(issued)}", "signature"]
        let written = parts.map { Data($0.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-").replacing("/", with: "_") }
        return "bearer \(written.joined(separator: "."))"
    }

    private func message(_ token: String, authorization: String = "Bearer stand-in-access-token") -> PushServiceRequest {
        var request = PushServiceRequest(
            HPACKHeaders([(":method", "POST"), (":path", "/v1/projects/p1/messages:send"), ("authorization", authorization)])
        )
        request.add(Array("{\"message\":{\"token\":\"\(token)\"}}".utf8))
        return request
    }
}

extension PushServiceVerdict {
    fileprivate var status: Int? {
        if case .answer(let answer, _) = self { answer.status } else { nil }
    }
}

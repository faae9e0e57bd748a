import Foundation
import HTTPTypes
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// The services of Google and of the makers of phones: what they are asked, and what their answers mean.
struct PushChannelTests {
    private static let clock = TestClock(Date(timeIntervalSince1970: 1_795_228_800))
    private static let account = PrivateKey.makeRSA(bits: 2048)

    private func credential(_ channel: PushChannel, _ receiver: AlertReceiver, _ facts: PushCredentialFacts) throws -> PushCredential {
        PushCredential(
            id: "c1",
            app: "demo",
            channel: channel,
            alias: "test",
            endpoint: try #require(CertificateEndpoint("http://127.0.0.1:\(receiver.port)")),
            facts: facts,
            state: .current,
            createdAt: Self.clock.now,
            createdBy: "ann"
        )
    }

    private func parcel(_ channel: PushChannel, silent: Bool = false, token: String = "token-1") throws -> PushParcel {
        var content = PushContent.empty
        (content.title, content.body, content.ttlSeconds, content.silent) = ("标题", "正文 & more", 3_600, silent)
        (content.collapseId, content.imageURL) = ("news", "https://example.com/a.png")
        content.data = ["orderId": .string("42"), "count": .integer(7)]
        return PushParcel(
            app: "demo",
            message: "m1",
            device: "device-1",
            token: token,
            platform: .android,
            environment: .production,
            payload: try PushPayload.bytes(for: channel, content, parameters: [:], message: "m1"),
            isSilent: silent,
            collapseId: "news",
            expiresAt: nil
        )
    }

    private func json(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    }

    // MARK: FCM

    private func fcm(_ receiver: AlertReceiver) throws -> PushFCMDoor {
        var facts = PushCredentialFacts(projectId: "my-project", clientEmail: "push@my-project.iam", privateKeyId: "k1")
        facts.tokenURI = "http://127.0.0.1:\(receiver.port)/token"
        return try PushFCMDoor(try credential(.fcm, receiver, facts), PushCredentialSecret(secret: Self.account.pem), clock: Self.clock.clock)
    }

    @Test func asksGoogle() async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, #"{"access_token":"ya29.x","expires_in":3600,"token_type":"Bearer"}"#)
            receiver.answer(200, #"{"name":"projects/my-project/messages/1"}"#)
            receiver.answer(200, #"{"name":"projects/my-project/messages/2"}"#)
            let door = try fcm(receiver)
            #expect(try await door.send(parcel(.fcm)) == .accepted(id: "projects/my-project/messages/1"))
            #expect(try await door.send(parcel(.fcm, silent: true)) == .accepted(id: "projects/my-project/messages/2"))
            let asked = receiver.messages
            try #require(asked.count == 3)
            #expect(asked[0].path == "/token")
            let form = try Form(encoded: asked[0].text)
            #expect(form["grant_type"] == "urn:ietf:params:oauth:grant-type:jwt-bearer")
            #expect(form["assertion"]?.split(separator: ".").count == 3)
            #expect(asked[1].path == "/v1/projects/my-project/messages:send")
            #expect(asked[1].header("authorization") == "Bearer ya29.x")
            let message = try #require(asked[1].json["message"] as? [String: Any])
            #expect(message["token"] as? String == "token-1")
            #expect((message["notification"] as? [String: String])?["title"] == "标题")
            #expect((message["data"] as? [String: String]) == ["orderId": "42", "count": "7", "messageId": "m1"])
            #expect((message["android"] as? [String: Any])?["ttl"] as? String == "3600s")
            #expect((message["android"] as? [String: Any])?["collapse_key"] as? String == "news")
            let silent = try #require(asked[2].json["message"] as? [String: Any])
            #expect(silent["notification"] == nil)
        }
    }

    @Test(arguments: [
        (404, "NOT_FOUND", "UNREGISTERED", PushOutcome.refused(reason: "UNREGISTERED", dropToken: true, at: nil)),
        (403, "PERMISSION_DENIED", "SENDER_ID_MISMATCH", .refused(reason: "SENDER_ID_MISMATCH", dropToken: false, at: nil)),
        (400, "INVALID_ARGUMENT", "INVALID_ARGUMENT", .refused(reason: "INVALID_ARGUMENT", dropToken: false, at: nil)),
        (429, "RESOURCE_EXHAUSTED", "QUOTA_EXCEEDED", .again(reason: "QUOTA_EXCEEDED", after: .seconds(7))),
        (503, "UNAVAILABLE", "UNAVAILABLE", .again(reason: "UNAVAILABLE", after: .seconds(7))),
        (500, "INTERNAL", "INTERNAL", .again(reason: "INTERNAL", after: .seconds(7))),
        (401, "UNAUTHENTICATED", "THIRD_PARTY_AUTH_ERROR", .refused(reason: "THIRD_PARTY_AUTH_ERROR", dropToken: false, at: nil)),
    ])
    func followsGoogle(_ status: Int, _ word: String, _ code: String, _ outcome: PushOutcome) async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, #"{"access_token":"ya29.x","expires_in":3600}"#)
            let detail = #"{"@type":"type.googleapis.com/google.firebase.fcm.v1.FcmError","errorCode":"\#(code)"}"#
            receiver.answer(status, #"{"error":{"code":\#(status),"status":"\#(word)","details":[\#(detail)]}}"#, [.retryAfter: "7"])
            let door = try fcm(receiver)
            #expect(try await door.send(parcel(.fcm)) == outcome)
        }
    }

    @Test func anInvalidTokenOfGoogleIsDropped() async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, #"{"access_token":"ya29.x","expires_in":3600}"#)
            let detail = #"{"@type":"type.googleapis.com/google.rpc.BadRequest","fieldViolations":[{"field":"message.token"}]}"#
            receiver.answer(400, #"{"error":{"code":400,"status":"INVALID_ARGUMENT","details":[\#(detail)]}}"#)
            let door = try fcm(receiver)
            #expect(try await door.send(parcel(.fcm)) == .refused(reason: "INVALID_ARGUMENT", dropToken: true, at: nil))
        }
    }

    /// Once with another token; then it is the credential.
    @Test func asksForAnotherTokenOnce() async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, #"{"access_token":"old","expires_in":3600}"#)
            receiver.answer(401, #"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#)
            receiver.answer(200, #"{"access_token":"new","expires_in":3600}"#)
            receiver.answer(200, #"{"name":"x"}"#)
            let door = try fcm(receiver)
            #expect(try await door.send(parcel(.fcm)) == .accepted(id: "x"))
            #expect(receiver.messages.last?.header("authorization") == "Bearer new")
            for _ in 0..<2 {
                receiver.answer(401, #"{"error":{"code":401,"status":"UNAUTHENTICATED"}}"#)
                receiver.answer(200, #"{"access_token":"newer","expires_in":3600}"#)
            }
            #expect(try await door.send(parcel(.fcm)) == .refused(.noAccess))
        }
    }

    @Test func withoutATokenNothingIsSent() async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(400, #"{"error":"invalid_grant"}"#)
            let door = try fcm(receiver)
            #expect(await door.tryAccess() == .refused(.noAccess))
            #expect(receiver.messages.count == 1)
        }
        try await AlertReceiver.run { receiver in
            receiver.answer(503)
            let door = try fcm(receiver)
            #expect(try await door.send(parcel(.fcm)) == .again(.noAccess))
            #expect(receiver.messages.count == 1)
        }
    }

    // MARK: Huawei

    private func huawei(_ receiver: AlertReceiver) throws -> PushHuaweiDoor {
        let credential = try credential(.huawei, receiver, PushCredentialFacts(appId: "100001"))
        return try PushHuaweiDoor(credential, PushCredentialSecret(secret: "s3cret"), clock: Self.clock.clock)
    }

    @Test func asksHuawei() async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, #"{"access_token":"hw","expires_in":3600}"#)
            receiver.answer(200, #"{"code":"80000000","msg":"Success","requestId":"r1"}"#)
            let door = try huawei(receiver)
            #expect(try await door.send(parcel(.huawei)) == .accepted(id: "r1"))
            let asked = receiver.messages
            let form = try Form(encoded: asked[0].text)
            #expect(asked[0].path == "/oauth2/v3/token")
            #expect(form["client_id"] == "100001")
            #expect(form["client_secret"] == "s3cret")
            #expect(asked[1].path == "/v1/100001/messages:send")
            let message = try #require(asked[1].json["message"] as? [String: Any])
            #expect(message["token"] as? [String] == ["token-1"])
            let data = try json(message["data"] as? String ?? "")
            #expect(data["messageId"] as? String == "m1")
            let notification = try #require((message["android"] as? [String: Any])?["notification"] as? [String: Any])
            #expect(notification["tag"] as? String == "news")
        }
    }

    @Test(arguments: [
        ("80300007", PushOutcome.refused(reason: "80300007", dropToken: true, at: nil)),
        ("80100000", .refused(reason: "80100000", dropToken: true, at: nil)), ("80300008", .refused(.tooLarge)),
        ("80300002", .refused("80300002")), ("80200001", .refused("80200001")), ("81000001", .again(reason: "81000001", after: nil)),
    ])
    func followsHuawei(_ code: String, _ outcome: PushOutcome) async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, #"{"access_token":"hw","expires_in":3600}"#)
            receiver.answer(400, #"{"code":"\#(code)","msg":"no"}"#)
            let door = try huawei(receiver)
            #expect(try await door.send(parcel(.huawei)) == outcome)
        }
    }

    // MARK: Xiaomi

    @Test(arguments: [
        (#"{"result":"ok","code":0,"data":{"id":"x1"}}"#, PushOutcome.accepted(id: "x1")),
        (#"{"result":"error","code":20301}"#, .refused(reason: "20301", dropToken: true, at: nil)),
        (#"{"result":"error","code":21301}"#, .refused("21301")), (#"{"result":"error","code":10001}"#, .again(reason: "10001", after: nil)),
        ("<html>", .unknown(.oddAnswer)),
    ])
    func asksXiaomi(_ answer: String, _ outcome: PushOutcome) async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, answer)
            let credential = try credential(.xiaomi, receiver, PushCredentialFacts(packageName: "com.example.demo"))
            let door = try PushXiaomiDoor(credential, PushCredentialSecret(secret: "s3cret"))
            #expect(try await door.send(parcel(.xiaomi)) == outcome)
            let asked = try #require(receiver.messages.first)
            let form = try Form(encoded: asked.text)
            #expect(asked.path == "/v3/message/regid")
            #expect(asked.header("authorization") == "key=s3cret")
            #expect(form["registration_id"] == "token-1")
            #expect(form["restricted_package_name"] == "com.example.demo")
            #expect(form["description"] == "正文 & more")
            #expect(form["time_to_live"] == "3600000")
            #expect(form["pass_through"] == "0")
        }
    }

    // MARK: OPPO and vivo

    @Test func asksOPPO() async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, #"{"code":0,"message":"Success","data":{"auth_token":"op","create_time":1}}"#)
            receiver.answer(200, #"{"code":11,"message":"Invalid AuthToken"}"#)
            receiver.answer(200, #"{"code":0,"message":"Success","data":{"auth_token":"op2"}}"#)
            receiver.answer(200, #"{"code":0,"message":"Success","data":{"messageId":"o1"}}"#)
            let credential = try credential(.oppo, receiver, PushCredentialFacts(appKey: "key"))
            let door = try PushOPPODoor(credential, PushCredentialSecret(secret: "master"), clock: Self.clock.clock)
            #expect(try await door.send(parcel(.oppo)) == .accepted(id: "o1"))
            let asked = receiver.messages
            let form = try Form(encoded: asked[0].text)
            let sign = Hex.encode(Digest.sha256(Array("key\(form["timestamp"] ?? "")master".utf8)))
            #expect(asked[0].path == "/server/v1/auth")
            #expect(form["sign"] == sign)
            let sent = try Form(encoded: try #require(asked.last).text)
            #expect(sent["auth_token"] == "op2")
            let message = try json(sent["message"] ?? "")
            #expect(message["target_value"] as? String == "token-1")
            #expect((message["notification"] as? [String: Any])?["title"] as? String == "标题")
            #expect(try await door.send(parcel(.oppo, silent: true)) == .refused(.silentUnsupported))
        }
    }

    @Test func asksVivo() async throws {
        try await AlertReceiver.run { receiver in
            receiver.answer(200, #"{"result":0,"desc":"ok","authToken":"vv"}"#)
            receiver.answer(200, #"{"result":0,"taskId":"v1"}"#)
            receiver.answer(200, #"{"result":10302,"desc":"regId"}"#)
            receiver.answer(200, #"{"result":10072,"desc":"fast"}"#)
            let credential = try credential(.vivo, receiver, PushCredentialFacts(appId: "1", appKey: "key"))
            let door = try PushVivoDoor(credential, PushCredentialSecret(secret: "s3cret"), clock: Self.clock.clock)
            #expect(try await door.send(parcel(.vivo)) == .accepted(id: "v1"))
            #expect(try await door.send(parcel(.vivo)) == .refused(reason: "10302", dropToken: true, at: nil))
            #expect(try await door.send(parcel(.vivo)) == .again(reason: "10072", after: nil))
            let asked = receiver.messages
            let timestamp = Int(Self.clock.now.timeIntervalSince1970) * 1_000
            #expect(asked[0].json["sign"] as? String == Hex.encode(Digest.md5(Array("1key\(timestamp)s3cret".utf8))))
            #expect(asked[1].header("authToken") == "vv")
            #expect(asked[1].json["regId"] as? String == "token-1")
            #expect(try asked[1].json["requestId"] as? String == parcel(.vivo).id)
            #expect((asked[1].json["clientCustomMap"] as? [String: String])?["messageId"] == "m1")
        }
    }

    // MARK: all

    @Test(arguments: ["", "a b", "a\nb", "é", String(repeating: "a", count: 4_097)])
    func tokensArePrintable(_ token: String) {
        #expect(!PushTokens.isToken(token))
    }

    /// Whatever is in texts, the JSON of every channel stays JSON.
    @Test(arguments: PushChannel.allCases)
    func textsStayTexts(_ channel: PushChannel) throws {
        var content = PushContent.empty
        (content.title, content.body) = (#"" } \ <b> 名字"#, "line\n\u{0} \u{1F600}")
        let bytes = try PushPayload.bytes(for: channel, content, parameters: [:], message: "m1")
        if channel == .xiaomi {
            #expect(try Form(encoded: String(decoding: bytes, as: UTF8.self).replacing("%00", with: "")).fields.isEmpty == false)
        } else {
            #expect(try JSONSerialization.jsonObject(with: Data(bytes)) is [String: Any])
        }
    }
}

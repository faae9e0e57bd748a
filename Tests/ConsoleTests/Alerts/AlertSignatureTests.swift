import Foundation
import Testing
import Web

@testable import Console

@Suite struct AlertSignatureTests {
    /// The vector of the Standard Webhooks libraries.
    @Test func webhooksAreSignedAsInTheStandard() {
        let signature = AlertSignatures.webhook(
            id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
            timestamp: 1_614_265_330,
            body: Array(#"{"test": 2432232314}"#.utf8),
            secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
        )
        #expect(signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
        #expect(AlertSignatures.webhook(id: "a", timestamp: 1, body: [], secret: "no prefix") == nil)
        #expect(AlertSignatures.webhook(id: "a", timestamp: 1, body: [], secret: "whsec_!") == nil)
    }

    /// Made with `openssl dgst -sha256 -hmac KEY -binary | base64`.
    @Test func robotsAreSignedAsTheirMakersSay() {
        #expect(AlertSignatures.dingtalk(timestamp: 1_795_233_600_000, secret: "SECdemo") == "NLvGri4NRI7E/0y9O0KkSzibNF3reWFYmcA+eZ/ekKQ=")
        #expect(AlertSignatures.feishu(timestamp: 1_795_233_600, secret: "demo") == "ANws6xArIEItv+t3OgbKUqY/0/PgdzTBVkrjuDZUcFU=")
    }

    @Test func newSecretsAreLongAndDiffer() throws {
        let (one, other) = (AlertChannelSecret.make(), AlertChannelSecret.make())
        #expect(one != other)
        #expect(Data(base64Encoded: String(one.dropFirst(6)))?.count == 32)
    }

    @Test func theSecretBeforeSignsTooUntilItsEnd() {
        let secret = AlertChannelSecret(url: "https://a.example/", secret: AlertChannelSecret.make(), oldSecret: AlertChannelSecret.make())
        func signatures(until: Date?) -> Int {
            let request = AlertRequest(.webhook, secret, oldSecretUntil: until, id: "msg_1", body: "{}", now: AlertRoom.noon)
            return request.headers.first { $0.name == "webhook-signature" }?.value.split(separator: " ").count ?? 0
        }
        #expect(signatures(until: AlertRoom.noon.addingTimeInterval(60)) == 2)
        #expect(signatures(until: AlertRoom.noon) == 1)
        #expect(signatures(until: nil) == 1)
    }

    @Test func addressesAreShownWithoutWhatIsSecret() {
        func shown(_ url: String, _ kind: AlertChannelKind) -> String { AlertChannelSecret(url: url).shown(kind) }
        #expect(shown("https://oapi.dingtalk.com/robot/send?access_token=0123456789abcdefgh", .dingtalk).hasSuffix("access_token=***efgh"))
        #expect(!shown("https://open.feishu.cn/open-apis/bot/v2/hook/0123-4567-89ab-cdef", .feishu).contains("0123"))
        #expect(
            shown("https://open.feishu.cn/open-apis/bot/v2/hook/0123-4567-89ab-cdef", .feishu).hasPrefix(
                "https://open.feishu.cn/open-apis/bot/v2/hook/"
            )
        )
        #expect(shown("https://a.example/hooks/crashes?key=short", .webhook) == "https://a.example/hooks/crashes?key=***")
        // What is as long as a key at the end of a path is one, for many services.
        #expect(shown("https://a.example/hooks/0123456789abcdefgh/", .webhook) == "https://a.example/hooks/***efgh/")
        #expect(shown("https://open.feishu.cn/open-apis/bot/v2/hook/0123456789abcdefgh/", .feishu).hasSuffix("/hook/***efgh/"))
    }
}

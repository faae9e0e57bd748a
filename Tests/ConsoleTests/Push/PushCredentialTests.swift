import Foundation
import HTTPTypes
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

struct PushCredentialTests {
    private static let key = Random.bytes(32)
    private static let account = PrivateKey.makeRSA(bits: 2048)

    private static func run(_ test: @Sendable (TestConsole, PushCredentials) async throws -> Void) async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["ios", "android"])
            let server = console.server
            let clock = console.clock.clock
            let doors = PushDoors(database: server.database, certificates: server.certificates, key: key, clock: clock)
            try await test(console, PushCredentials(database: server.database, doors: doors, key: key, audit: server.audit, clock: clock))
        }
    }

    private func account(_ change: (inout [String: String]) -> Void = { _ in }) -> String {
        var file = [
            "type": "service_account", "project_id": "my-project", "private_key_id": "k1", "private_key": Self.account.pem,
            "client_email": "push@my-project.iam.gserviceaccount.com", "token_uri": "https://oauth2.googleapis.com/token",
        ]
        change(&file)
        return (try? JSONEncoder().encode(file)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func problem(_ draft: PushCredentialDraft) -> [String] {
        do {
            _ = try draft.checked()
            return []
        } catch {
            return ((error as? Problem)?.rejections ?? []).map(\.field)
        }
    }

    @Test func keepsWhatIsNotSecret() async throws {
        try await Self.run { _, credentials in
            let made = try await credentials.add(PushCredentialDraft(channel: .fcm, serviceAccount: account()), to: "demo", by: .console)
            #expect(made.alias == "my-project")
            #expect(made.endpoint.text == "https://fcm.googleapis.com:443")
            #expect(made.facts.clientEmail == "push@my-project.iam.gserviceaccount.com")
            let kept = try await credentials.credential(made.id, of: "demo")
            #expect(kept == made)
            let (text, sealed) = try await credentials.database.read { connection in
                (
                    try connection.value("SELECT facts FROM push_credential WHERE id = \(made.id)", as: String.self) ?? "",
                    try connection.sealedPushCredential("demo", made.id)
                )
            }
            #expect(!text.contains("PRIVATE KEY"))
            #expect(!String(decoding: sealed, as: UTF8.self).contains("PRIVATE"))
            #expect(try PushCredentialSecret.open(sealed, Self.key, for: made.id).secret == Self.account.pem)
            #expect(throws: (any Error).self) { try PushCredentialSecret.open(sealed, Self.key, for: "another") }
        }
    }

    @Test func theNewOneIsInUse() async throws {
        try await Self.run { _, credentials in
            let draft = PushCredentialDraft(channel: .xiaomi, packageName: "com.example.demo", secret: "one")
            let first = try await credentials.add(draft, to: "demo", by: .console)
            let second = try await credentials.add(draft, to: "demo", by: .console)
            #expect(try await credentials.credential(first.id, of: "demo").state == .retired)
            #expect(try await credentials.credential(second.id, of: "demo").state == .current)
            try await credentials.move(first.id, of: "demo", to: .current, by: .console)
            #expect(try await credentials.credential(second.id, of: "demo").state == .retired)
            await #expect(throws: Problem.self) { try await credentials.move(first.id, of: "demo", to: .current, by: .console) }
            try await credentials.delete(first.id, of: "demo", by: .console)
            await #expect(throws: Problem.self) { try await credentials.credential(first.id, of: "demo") }
            let actions = try await credentials.database.read { connection in
                try connection.all("SELECT action FROM audit_event WHERE action LIKE 'pushCredential%'") { try $0[0] as String }
            }
            #expect(actions.count { $0 == "pushCredential.add" } == 2)
            #expect(actions.count { $0 == "pushCredential.retire" } == 2)
        }
    }

    @Test func saysWhatIsWrong() {
        #expect(problem(PushCredentialDraft()) == ["channel"])
        #expect(problem(PushCredentialDraft(channel: .apns)) == ["channel"])
        #expect(problem(PushCredentialDraft(channel: .fcm)) == ["serviceAccount"])
        #expect(problem(PushCredentialDraft(channel: .fcm, serviceAccount: "{")) == ["serviceAccount"])
        #expect(problem(PushCredentialDraft(channel: .fcm, serviceAccount: account { $0["type"] = "authorized_user" })) == ["serviceAccount"])
        #expect(problem(PushCredentialDraft(channel: .fcm, serviceAccount: account { $0["private_key"] = "none" })) == ["serviceAccount"])
        let elsewhere = account { $0["token_uri"] = "http://10.0.0.1/token" }
        #expect(problem(PushCredentialDraft(channel: .fcm, serviceAccount: elsewhere)) == ["serviceAccount"])
        #expect(problem(PushCredentialDraft(channel: .vivo)) == ["appId", "appKey", "secret"])
        #expect(problem(PushCredentialDraft(channel: .oppo, appKey: "a b", secret: "s")) == ["appKey"])
        #expect(problem(PushCredentialDraft(channel: .huawei, endpoint: "http://example.com", appId: "1", secret: "s")) == ["endpoint"])
        #expect(problem(PushCredentialDraft(channel: .huawei, trustedRoot: "none", appId: "1", secret: "s")) == ["trustedRoot"])
        #expect(problem(PushCredentialDraft(channel: .huawei, appId: "1", secret: "s")).isEmpty)
    }

    @Test func saysWhatIsMissing() async throws {
        try await Self.run { console, credentials in
            _ = try await credentials.add(PushCredentialDraft(channel: .huawei, appId: "1", secret: "s"), to: "demo", by: .console)
            let missing = try await credentials.missing(app: "demo", channels: [.apns, .huawei, .oppo], environments: [.production])
            #expect(
                missing == [
                    PushMissing(channel: .apns, environment: OrNull(.production), reason: .noCertificate),
                    PushMissing(channel: .oppo, environment: OrNull(nil), reason: .noCredentials),
                ]
            )
        }
    }

    @Test func triesAndFindsTheWay() async throws {
        try await AlertReceiver.run { receiver in
            try await Self.run { _, credentials in
                let endpoint = "http://127.0.0.1:\(receiver.port)"
                let draft = PushCredentialDraft(channel: .huawei, endpoint: endpoint, appId: "1", secret: "s")
                let made = try await credentials.add(draft, to: "demo", by: .console)
                receiver.answer(200, #"{"access_token":"hw","expires_in":3600}"#)
                #expect(try await credentials.tryAccess(made.id, of: "demo", by: .console).works)
                receiver.answer(401, #"{"error":1101}"#)
                let trial = try await credentials.tryAccess(made.id, of: "demo", by: .console)
                #expect(trial == PushTrial(works: false, reason: OrNull("noAccess"), isChecked: true))
                guard case .open = try await credentials.doors.way("demo", .huawei, .production) else { throw TestFailure("closed") }
                guard case .closed(.noCredentials) = try await credentials.doors.way("demo", .oppo, .production) else { throw TestFailure("open") }
                try await credentials.move(made.id, of: "demo", to: .retired, by: .console)
                guard case .closed(.noCredentials) = try await credentials.doors.way("demo", .huawei, .production) else { throw TestFailure("open") }
            }
        }
    }

    // MARK: both faces

    @Test func pagesAndScripts() async throws {
        try await TestConsole.run { console in
            try await console.makeApp("Demo", platforms: ["android"])
            #expect(try await console.page("/apps/demo/push-credentials").text.contains("还没有凭据"))
            #expect(try await console.page("/apps/demo/push-credentials/new", language: "en").text.contains("Which service?"))
            #expect(try await console.page("/apps/demo/push-credentials/new?channel=fcm").status == .ok)
            let account = account()
            let all = "/apps/demo/push-credentials"
            let fields = [("channel", "fcm"), ("alias", "<b>mine</b>")]
            let answer = try await console.submit(all, fields, field: "serviceAccount", file: "key.json", Array(account.utf8))
            #expect(answer.status == .seeOther)
            let list = try await console.api(.get, "/apps/demo/push-credentials")
            #expect(list.text.contains("my-project"))
            #expect(!list.text.contains("PRIVATE"))
            let id = try #require(try list.json(Listed.self).items.first?.id)
            let page = try await console.page("/apps/demo/push-credentials/\(id)")
            #expect(page.text.contains("&lt;b&gt;mine"))
            #expect(!page.text.contains("PRIVATE"))
            let bad = try await console.submit(all, [("channel", "fcm")], field: "serviceAccount", file: "key.json", Array("{".utf8))
            #expect(bad.status == .unprocessableContent)
            let made = try await console.api(.post, all, #"{"channel":"xiaomi","packageName":"com.example.demo","secret":"s3cret"}"#)
            #expect(made.status == .created)
            #expect(!made.text.contains("s3cret"))
            #expect(try await console.page("/apps/demo/push-credentials/\(id)/removal").status == .ok)
            #expect(try await console.api(.post, "/apps/demo/push-credentials/\(id)/retirement").status == .noContent)
            #expect(try await console.api(.delete, "/apps/demo/push-credentials/\(id)").status == .noContent)
            #expect(try await console.api(.get, "/apps/demo/push-credentials/\(id)").status == .notFound)
            #expect(try await console.page("/apps/demo/push-credentials").status == .ok)
        }
    }

    private struct Listed: Decodable {
        struct Item: Decodable { let id: String }
        let items: [Item]
    }
}

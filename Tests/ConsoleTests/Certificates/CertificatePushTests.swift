import Foundation
import HTTPTypes
import Signing
import TestSupport
import Testing
import Web

@testable import Console

struct CertificatePushTests {
    @Test func aP12IsReadAndShown() async throws {
        try await CertificateRoom.run { room in
            let identity = try room.identity("Apple Push Services: com.example.demo", topics: ["com.example.demo", "com.example.demo.voip"])
            let answer = try await room.bring(
                .push,
                [("file", "push.p12", identity.p12)],
                [("alias", "demo_distribution"), ("password", CertificateRoom.password)]
            )
            #expect(answer.status == .created)
            let view = try answer.json(CertificateView.self)
            #expect(answer.headers[.location] == "/api/v1/apps/demo/push-certificates/\(view.id)")
            #expect(view.alias == "demo_distribution" && view.kind == .p12 && view.environment == .production)
            #expect(view.host.value == "api.push.apple.com" && view.port.value == 443)
            #expect(view.topics == ["com.example.demo", "com.example.demo.voip"] && view.topic.value == "com.example.demo")
            #expect(view.subject.value == identity.certificate.subject && view.issuer.value == "CN=Example Root")
            #expect(view.validUntil.value == identity.certificate.validUntil && view.daysLeft.value == 300 && view.level.value == .later)
            #expect(view.keyMatches && view.chain.map(\.subject) == ["CN=Example Root"] && view.chainIsComplete && view.warnings.isEmpty)
            for language in ["zh-CN", "en"] {
                let page = try await room.console.page("/apps/demo/push-certificates/\(view.id)", language: language)
                #expect(page.status == .ok && page.text.contains("CN=Example Root") && page.text.contains("demo_distribution"))
                #expect(try await room.console.page("/apps/demo/push-certificates", language: language).text.contains("demo_distribution"))
            }
            #expect(try await room.actions() == ["certificate.add"])
        }
    }

    @Test func aP8NeedsItsIds() async throws {
        try await CertificateRoom.run { room in
            let pem = Array(PrivateKey.make().pem.utf8)
            let bare = try await room.bring(.push, [("file", "AuthKey_ABC123DEFG.p8", pem)], [])
            #expect(
                bare.status == .unprocessableContent && bare.text.contains("/teamId") && bare.text.contains("/topic") && !bare.text.contains("/keyId")
            )
            let view = try await room.bring(
                .push,
                [("file", "AuthKey_ABC123DEFG.p8", pem)],
                [("teamId", "TEAM123456"), ("topic", "com.example.demo"), ("environment", "development")]
            ).json(CertificateView.self)
            #expect(
                view.kind == .p8 && view.keyId.value == "ABC123DEFG" && view.teamId.value == "TEAM123456" && view.topic.value == "com.example.demo"
            )
            #expect(view.host.value == "api.sandbox.push.apple.com" && view.validUntil.value == nil && view.daysLeft.value == nil)
            #expect(try await room.console.page("/apps/demo/push-certificates/\(view.id)").status == .ok)
            let opened = try await room.certificates.pushCertificate(view.id, of: "demo")
            guard case .token(_, "ABC123DEFG", "TEAM123456") = opened.key else { throw TestFailure("\(opened)") }
        }
    }

    @Test func theEnvironmentComesFromTheCertificate() async throws {
        try await CertificateRoom.run { room in
            let development = try room.identity("Apple Development IOS Push Services", topics: ["com.example.demo"], development: true)
            let wrong = try await room.bring(
                .push,
                [("file", "push.p12", development.p12)],
                [("password", CertificateRoom.password), ("environment", "production")]
            )
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("/environment"))
            #expect(try await room.bringPush(development).environment == .development)
        }
    }

    /// What `openssl pkcs12 -legacy` makes of any key: taken with a warning, because a stand-in for Apple's server may take it.
    @Test func oneThatIsNotApplesIsTakenWithAWarning() async throws {
        try await CertificateRoom.run { room in
            let view = try await room.bringPush(try room.identity("Anything"))
            #expect(view.warnings == [.notApplePush] && view.topics == [CertificateRoom.bundle])
        }
    }

    @Test func theServerCanBeAnother() async throws {
        try await CertificateRoom.run { room in
            let identity = try room.identity(topics: ["com.example.demo"])
            let view = try await room.bringPush(identity, [("password", CertificateRoom.password), ("host", "127.0.0.1"), ("port", "8443")])
            #expect(view.endpoint.value == "https://127.0.0.1:8443")
            let path = "/apps/demo/push-certificates/\(view.id)"
            #expect(
                try await room.console.api(.post, "\(path)/details", #"{"alias":"a","endpoint":"http://apple.com"}"#).status == .unprocessableContent
            )
            #expect(try await room.console.submit("\(path)/details", [("alias", "新名"), ("endpoint", "http://localhost:9000")]).status == .seeOther)
            let changed = try await room.console.api(.get, path).json(CertificateView.self)
            #expect(changed.alias == "新名" && changed.endpoint.value == "http://localhost:9000" && changed.port.value == 9000)
            #expect(try await room.console.api(.post, "\(path)/details", #"{"alias":"b"}"#).status == .noContent)
            #expect(try await room.console.api(.get, path).json(CertificateView.self).endpoint.value == "http://localhost:9000")
        }
    }

    @Test func whatIsWrongIsNamedAndNothingIsKept() async throws {
        try await CertificateRoom.run { room in
            let good = try room.identity(topics: ["com.example.demo"])
            let old = try room.identity(days: -1, topics: ["com.example.demo"])
            let cases: [(String, [UInt8], [(String, String)], String)] = [
                ("push.p12", good.p12, [("password", "wrong")], "The password does not open push.p12"),
                ("push.p12", good.p12, [], "The password does not open push.p12"),
                ("old.p12", old.p12, [("password", CertificateRoom.password)], "in old.p12 expired on"),
                ("cut.p12", Array(good.p12.dropLast(20)), [("password", CertificateRoom.password)], "cut.p12 is not a .p12"),
                ("photo.p12", Array("JFIF".utf8), [], "photo.p12 is not a .p12"),
                ("a.mobileprovision", try room.profile([good.certificate], by: good), [], "Pushes need a .p12 or a .p8"),
                ("key.p8", Array("-----BEGIN NOTHING-----\nAAAA\n-----END NOTHING-----".utf8), [], "key.p8 holds no private key"),
                ("push.p12", good.p12, [("password", CertificateRoom.password), ("topic", "com.other")], "The certificate is not for this topic"),
                ("push.p12", good.p12, [("password", CertificateRoom.password), ("platform", "android")], "Push certificates are for iOS"),
            ]
            for (name, bytes, fields, sentence) in cases {
                let answer = try await room.bring(.push, [("file", name, bytes)], fields)
                #expect(answer.status == .unprocessableContent && answer.text.contains(sentence), "\(name): \(answer.text)")
            }
            #expect(try await room.bring(.push, []).status == .unprocessableContent)
            #expect(try await room.bring(.push, [("file", "big.p12", [UInt8](repeating: 0x30, count: (1 << 20) + 1))]).status == .contentTooLarge)
            #expect(try await room.count(.push) == 0)
            #expect(try await room.actions().isEmpty)
        }
    }

    @Test func theSameTwiceIsAConflict() async throws {
        try await CertificateRoom.run { room in
            let identity = try room.identity(topics: ["com.example.demo"])
            let first = try await room.bringPush(identity)
            #expect(try await room.bring(.push, [("file", "again.p12", identity.p12)]).status == .conflict)
            #expect(try await room.console.api(.post, "/apps/demo/push-certificates/\(first.id)/retirement").status == .noContent)
            #expect(try await room.bring(.push, [("file", "again.p12", identity.p12)]).status == .created)
        }
    }
}

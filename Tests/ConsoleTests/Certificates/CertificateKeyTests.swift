import Foundation
import Signing
import Storage
import TestSupport
import Testing
import Web

@testable import Console

/// Private keys and their passwords: sealed, and out by one door only.
struct CertificateKeyTests {
    private func scoped(_ console: TestConsole, _ scopes: [Scope]) async throws -> String {
        struct Made: Decodable { let token: String }
        guard case .done(let json) = await console.server.outcome(of: .createToken(name: "t", scopes: scopes, app: nil, expiresInDays: nil)) else {
            throw TestFailure("no token")
        }
        return try JSONDecoder().decode(Made.self, from: Data(json.utf8)).token
    }

    @Test func theyLeaveByAnAuditedExportOnly() async throws {
        try await CertificateRoom.run { room in
            let identity = try room.identity(topics: ["com.example.demo"])
            let view = try await room.bringPush(identity)
            let path = "/apps/demo/push-certificates/\(view.id)"
            let narrow = try await scoped(room.console, [.read, .write, .release, .admin])
            #expect(try await room.console.api(.post, "\(path)/key-export", token: narrow).status == .forbidden)
            #expect(try await room.actions() == ["certificate.add"])
            let export = try await room.console.api(.post, "\(path)/key-export", token: try await scoped(room.console, [.secrets])).json(
                CertificateExport.self
            )
            #expect(export.password.value == CertificateRoom.password && export.files.map(\.name) == ["push.p12"])
            #expect(export.files.first?.content == Data(identity.p12).base64EncodedString())
            #expect(try await room.actions() == ["certificate.add", "certificate.unlock"])
            let opened = try await room.certificates.pushCertificate(view.id, of: "demo")
            guard case .identity(let file) = opened.key else { throw TestFailure("\(opened)") }
            #expect(file.privateKey == identity.key && opened.topic == "com.example.demo" && opened.endpoint.port == 443)
        }
    }

    @Test func nothingShowsThem() async throws {
        try await CertificateRoom.run { room in
            let view = try await room.bringPush(try room.identity(topics: ["com.example.demo"]))
            let path = "/apps/demo/push-certificates/\(view.id)"
            for text in [
                try await room.console.api(.get, path).text, try await room.console.api(.get, "/apps/demo/push-certificates").text,
                try await room.console.page(path).text, try await room.console.api(.get, "/audit?app=demo&limit=100").text,
            ] {
                #expect(!text.contains(CertificateRoom.password))
            }
            let sealed = try await room.console.server.database.read { try $0.sealedCertificate("demo", view.id) }
            #expect(sealed.firstRange(of: Array(CertificateRoom.password.utf8)) == nil)
            #expect(throws: AESGCM.Failure.tampered) { try CertificateSecret.open(sealed, room.certificates.key, for: "another") }
        }
    }

    @Test func retiredOnesAreNotHandedOut() async throws {
        try await CertificateRoom.run { room in
            let view = try await room.bringPush(try room.identity(topics: ["com.example.demo"]))
            let path = "/apps/demo/push-certificates/\(view.id)"
            #expect(try await room.console.page("\(path)/removal").status == .ok)
            #expect(try await room.console.submit("\(path)/retirement", []).headers[.location] == path)
            #expect(try await room.console.api(.post, "\(path)/retirement").status == .conflict)
            #expect(try await room.console.api(.post, "\(path)/key-export").status == .conflict)
            #expect(try await room.console.page(path).status == .ok)
            #expect(try await room.console.api(.post, "\(path)/restoration").status == .noContent)
            #expect(try await room.console.api(.post, "\(path)/key-export").status == .ok)
            #expect(try await room.console.api(.get, "/apps/demo/build-certificates/\(view.id)").status == .notFound)
            #expect(try await room.console.submit("\(path)/deletion", []).headers[.location] == "/apps/demo/push-certificates")
            #expect(try await room.console.api(.get, path).status == .notFound)
            #expect(try await room.actions().suffix(2) == ["certificate.unlock", "certificate.delete"])
        }
    }

    @Test func whoMayWhat() async throws {
        try await CertificateRoom.run { room in
            let identity = try room.identity(topics: ["com.example.demo"])
            let writer = try await scoped(room.console, [.read, .write])
            #expect(try await room.bring(.push, [("file", "push.p12", identity.p12)], token: writer).status == .forbidden)
            let view = try await room.bringPush(identity)
            let path = "/apps/demo/push-certificates/\(view.id)"
            let releaser = try await scoped(room.console, [.read, .release])
            #expect(try await room.console.api(.get, path, token: releaser).status == .ok)
            #expect(try await room.console.api(.delete, path, token: releaser).status == .forbidden)
            #expect(try await room.console.api(.delete, path).status == .noContent)
        }
    }
}

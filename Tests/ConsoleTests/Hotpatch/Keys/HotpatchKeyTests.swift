import Foundation
import HTTPTypes
import HummingbirdTesting
import Signing
import TestSupport
import Testing
import Web

@testable import Console

/// Keys as pages and scripts see them.
struct HotpatchKeyTests {
    private static let list = "/apps/demo/hotpatch-keys"
    private static let actor = Actor(id: "ann", name: "ann@example.com")

    private static func run(_ test: @Sendable (TestConsole, HotpatchKeys) async throws -> Void) async throws {
        try await TestConsole.run { console in
            _ = try await console.makeApp("Demo")
            try await test(console, console.server.hotpatchKeys)
        }
    }

    private static func actions(_ console: TestConsole) async throws -> [String] {
        struct Entry: Codable, Sendable { let action: String }
        let entries = try await console.api(.get, "/audit?app=demo&limit=100").json(List<Entry>.self).items
        return entries.map(\.action).filter { $0.hasPrefix("hotpatchKey.") }.reversed()
    }

    private static func bring(_ console: TestConsole, _ pem: String, _ fields: [(String, String)] = []) async throws -> TestResponse {
        var body = Array("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"key.pem\"\r\n\r\n\(pem)\r\n".utf8)
        for (name, value) in fields { body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8) }
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=b", .authorization: "Bearer \(console.token)"]
        return try await console.ask(.post, "/api/v1\(list)/import", headers: headers, body: body + Array("--b--\r\n".utf8))
    }

    /// The contract's words: a bare array of three fields.
    @Test func listedAsTheContractSays() async throws {
        try await Self.run { console, _ in
            #expect(try await console.api(.get, Self.list).json([HotpatchKeyView].self).isEmpty)
            let made = try await console.api(.post, Self.list, #"{"algorithm": "ECDSA-P256"}"#)
            #expect(made.status == .created)
            let shown = try await console.api(.get, Self.list)
            let keys = try #require(try JSONSerialization.jsonObject(with: Data(String(buffer: shown.body).utf8)) as? [[String: Any]])
            #expect(keys.count == 1)
            #expect(Set(keys[0].keys) == ["id", "algorithm", "publicKeyPEM"])
            let pem = try #require(keys[0]["publicKeyPEM"] as? String)
            let key = try PublicKey(pem: Array(pem.utf8))
            #expect(keys[0]["id"] as? String == String(Hex.encode(Digest.sha256(key.der)).prefix(16)))
            #expect(keys[0]["algorithm"] as? String == "ECDSA-P256")
        }
    }

    @Test func thePageShowsThem() async throws {
        try await Self.run { console, keys in
            let empty = try await console.page(Self.list)
            #expect(empty.status == .ok)
            #expect(try await console.submit(Self.list, [("algorithm", "RSA"), ("bits", "2048")]).status == .seeOther)
            let id = try #require(try await keys.list("demo").first?.id)
            #expect(String(buffer: try await console.page(Self.list).body).contains(id))
            let page = String(buffer: try await console.page("\(Self.list)/\(id)").body)
            #expect(page.contains("BEGIN PUBLIC KEY") && page.contains("char sig[]") && !page.contains("PRIVATE KEY"))
            #expect(try await console.submit(Self.list, [("algorithm", "RSA"), ("bits", "1024")]).status == .unprocessableContent)
            #expect(try await Self.actions(console) == ["hotpatchKey.make"])
        }
    }

    @Test func oneIsActiveOfEachAlgorithm() async throws {
        try await Self.run { console, keys in
            let first = try await keys.make(NewHotpatchKey(algorithm: .ecdsa), for: "demo", by: Self.actor)
            let second = try await keys.make(NewHotpatchKey(algorithm: .ecdsa), for: "demo", by: Self.actor)
            #expect(first.state == .active && second.state == .listed)
            #expect(try await keys.signingKey(of: "demo", for: .sealed).id == first.id)
            #expect(try await console.api(.post, "\(Self.list)/\(second.id)/activation", "{}").status == .noContent)
            #expect(try await keys.signingKey(of: "demo", for: .sealed).id == second.id)
            #expect(try await console.api(.post, "\(Self.list)/\(second.id)/activation", "{}").status == .conflict)
            let rotated = try await console.api(.post, "\(Self.list)/\(second.id)/rotation", "{}").json(HotpatchKeyDetails.self)
            #expect(rotated.state == .active)
            #expect(try await keys.list("demo").map(\.id).first == rotated.id)
            #expect(Set(try await keys.list("demo").map(\.id)) == [first.id, second.id, rotated.id])
            // What an older one signed is still believed, until it is retired.
            #expect(try await keys.publicKeys(of: "demo").contains { $0.id == first.id })
            #expect(try await console.submit("\(Self.list)/\(first.id)/retirement", []).status == .seeOther)
            #expect(try await keys.publicKeys(of: "demo").contains { $0.id == first.id } == false)
            #expect(try await console.api(.post, "\(Self.list)/\(first.id)/activation", "{}").status == .conflict)
            #expect(try await console.api(.post, "\(Self.list)/\(first.id)/restoration", "{}").status == .noContent)
            #expect(try await keys.stored(first.id, of: "demo").state == .listed)
        }
    }

    @Test func aReleaseWithoutKeysMakesOne() async throws {
        try await Self.run { console, keys in
            let key = try await keys.signingKey(of: "demo", for: .documented)
            #expect(key.algorithm == .rsa)
            // It may sign format 2 as well: nothing new that clients would have to learn.
            #expect(try await keys.signingKey(of: "demo", for: .sealed).id == key.id)
            let curve = try await keys.make(NewHotpatchKey(algorithm: .ecdsa), for: "demo", by: Self.actor)
            #expect(try await keys.signingKey(of: "demo", for: .sealed).id == curve.id)
            #expect(try await keys.signingKey(of: "demo", for: .documented).id == key.id)
        }
    }

    @Test func importedInEveryForm() async throws {
        try await Self.run { console, keys in
            let curve = PrivateKey.make()
            let answer = try await Self.bring(console, curve.sealedPEM(password: "only for tests", rounds: 2_000), [("password", "only for tests")])
            #expect(answer.status == .created)
            #expect(try answer.json(HotpatchKeyDetails.self).origin == .imported)
            #expect(try await keys.signingKey(of: "demo", for: .sealed).privateKey == curve)
            #expect(try await Self.bring(console, curve.pem).status == .conflict)
            #expect(try await Self.bring(console, PrivateKey.make().pem, [("activate", "true")]).json(HotpatchKeyDetails.self).state == .active)
            let sealed = PrivateKey.make().sealedPEM(password: "only for tests", rounds: 2_000)
            for (pem, fields, pointer) in [
                ("nothing", [], "/file"), (curve.publicKey.pem, [], "/file"), (sealed, [], "/password"),
                (sealed, [("password", "wrong")], "/password"),
            ] as [(String, [(String, String)], String)] {
                let refused = try await Self.bring(console, pem, fields)
                #expect(refused.status == .unprocessableContent)
                #expect(String(buffer: refused.body).contains(pointer))
            }
        }
    }

    @Test func privateHalvesAreSealed() async throws {
        try await Self.run { console, keys in
            let made = try await keys.make(NewHotpatchKey(algorithm: .ecdsa), for: "demo", by: Self.actor)
            let der = try await keys.signingKey(made.id, of: "demo").privateKey.der
            let sealed = try await keys.database.read { try $0.sealedHotpatchKey("demo", made.id) }
            #expect(sealed.count > der.count && !String(decoding: sealed, as: UTF8.self).contains(String(decoding: der.suffix(32), as: UTF8.self)))
            #expect(throws: AESGCM.Failure.tampered) { try HotpatchKeySeal.open(sealed, keys.key, app: "other", id: made.id) }
            #expect(try await console.api(.post, "\(Self.list)/\(made.id)/key-export", #"{"password": "short"}"#).status == .unprocessableContent)
            let export = try await console.api(.post, "\(Self.list)/\(made.id)/key-export", #"{"password": "long enough 1"}"#).json(
                HotpatchKeyExport.self
            )
            #expect(export.privateKeyPEM.hasPrefix("-----BEGIN ENCRYPTED PRIVATE KEY-----"))
            #expect(try PrivateKey(pem: Array(export.privateKeyPEM.utf8), password: "long enough 1").der == der)
            #expect(try await Self.actions(console) == ["hotpatchKey.make", "hotpatchKey.export"])
        }
    }

    @Test func filesForTheClient() async throws {
        try await Self.run { console, keys in
            let one = try await keys.make(NewHotpatchKey(algorithm: .rsa), for: "demo", by: Self.actor)
            let other = try await keys.make(NewHotpatchKey(algorithm: .ecdsa), for: "demo", by: Self.actor)
            let file = [UInt8](try await console.api(.get, "\(Self.list)/\(one.id)/public-key.pem").body.readableBytesView)
            #expect(try PublicKey(pem: file) == one.publicKey)
            let signature = [UInt8](try await console.api(.get, "\(Self.list)/\(one.id)/public-key.sig").body.readableBytesView)
            #expect(one.publicKey.verifies(signature, of: file, .rsaPSSSHA256))
            let vouched = [UInt8](try await console.api(.get, "\(Self.list)/\(one.id)/public-key.sig?by=\(other.id)").body.readableBytesView)
            #expect(other.publicKey.verifies(vouched, of: file, .ecdsaP256SHA256))
            #expect(try await console.page("\(Self.list)/\(one.id)/public-key.pem").status == .ok)
            #expect(try await console.api(.get, "\(Self.list)/\(one.id)/public-key.sig?by=0000000000000000").status == .notFound)
            #expect(try await console.api(.get, "\(Self.list)/0000000000000000/public-key.pem").status == .notFound)
        }
    }
}

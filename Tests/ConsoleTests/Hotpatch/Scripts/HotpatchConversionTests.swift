import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// 脚本转换 on both faces.
struct HotpatchConversionTests {
    private static let path = "/apps/demo/hotpatch-conversion"
    private static let script = "return 1\n"

    private static func run(_ test: @Sendable (TestConsole) async throws -> Void) async throws {
        try await TestConsole.run { console in
            _ = try await console.makeApp("Demo")
            try await test(console)
        }
    }

    private static func convert(
        _ console: TestConsole,
        _ fields: [(String, String)] = [],
        name: String = "fix.lua",
        _ script: [UInt8] = Array(script.utf8)
    ) async throws -> TestResponse {
        var body = Array("--b\r\nContent-Disposition: form-data; name=\"script\"; filename=\"\(name)\"\r\n\r\n".utf8) + script + Array("\r\n".utf8)
        for (name, value) in fields { body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8) }
        let headers: HTTPFields = [.contentType: "multipart/form-data; boundary=b", .authorization: "Bearer \(console.token)"]
        return try await console.ask(.post, "/api/v1\(path)", headers: headers, body: body + Array("--b--\r\n".utf8))
    }

    private static func secret(_ console: TestConsole) throws -> String {
        let platform = try console.server.apps.platform(.ios, of: "demo")
        return try #require(console.server.apps.index.signer(appKey: platform.appKey)).secret
    }

    @Test(arguments: [1, 2]) func aScriptGetsAPackage(_ format: Int) async throws {
        try await Self.run { console in
            let made = try await Self.convert(console, [("format", "\(format)"), ("release", "r.1")]).json(HotpatchConversion.self)
            #expect(made.fileName == (format == 1 ? "fix.js" : "fix.hotpatch"))
            let bytes = [UInt8](try #require(Data(base64Encoded: made.package)))
            #expect(bytes.count == made.size)
            let keys = try await console.server.hotpatchKeys.publicKeys(of: "demo")
            let found = try HotpatchPackage.verify(bytes, publicKeys: keys, appSecret: try Self.secret(console))
            #expect(found.script == Array(Self.script.utf8) && found.format.rawValue == format && found.keyId == made.keyId)
            #expect(found.release == (format == 1 ? nil : "r.1"))
        }
    }

    @Test func thePageDownloadsIt() async throws {
        try await Self.run { console in
            let form = String(buffer: try await console.page(Self.path).body)
            #expect(form.contains("multipart/form-data"))
            // Nobody knows the language by this name.
            let answer = try await console.submit(Self.path, field: "script", file: "fix.txt", Array(Self.script.utf8))
            #expect(answer.status == .unprocessableContent)
            #expect(String(buffer: answer.body).contains("error-language"))
            let made = try await console.submit(Self.path, field: "script", file: "fix.lua", Array(Self.script.utf8))
            #expect(made.status == .ok)
            #expect(made.headers[.contentDisposition]?.contains(".hotpatch") == true)
            #expect(Array(made.body.readableBytesView.prefix(8)) == HotpatchSealedFormat.magic)
        }
    }

    @Test func whatIsRefused() async throws {
        try await Self.run { console in
            let rsa = try await console.server.hotpatchKeys.signingKey(of: "demo", for: .documented).id
            let curve = try await console.server.hotpatchKeys.make(NewHotpatchKey(algorithm: .ecdsa), for: "demo", by: .local).id
            for (fields, name, script, pointer) in [
                ([], "fix.lua", [], "/script"), ([], "fix.lua", [0, 1, 2], "/script"), ([], "fix.txt", Array(Self.script.utf8), "/language"),
                ([("format", "3")], "fix.lua", Array(Self.script.utf8), "/format"),
                ([("platform", "android")], "fix.lua", Array(Self.script.utf8), "/platform"),
                ([("key", "0000000000000000")], "fix.lua", Array(Self.script.utf8), "/key"),
                ([("key", curve), ("format", "1")], "fix.lua", Array(Self.script.utf8), "/key"),
                ([("release", "a b")], "fix.lua", Array(Self.script.utf8), "/release"),
            ] as [([(String, String)], String, [UInt8], String)] {
                let answer = try await Self.convert(console, fields, name: name, script)
                #expect(answer.status == .unprocessableContent, "\(pointer)")
                #expect(String(buffer: answer.body).contains("\"\(pointer)\""), "\(pointer)")
            }
            #expect(try await Self.convert(console, [("key", rsa)]).json(HotpatchConversion.self).keyId == rsa)
        }
    }
}

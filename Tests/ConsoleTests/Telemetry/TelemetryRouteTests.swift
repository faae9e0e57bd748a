import Foundation
import Gzip
import HTTPTypes
import TestSupport
import Testing

@Suite struct TelemetryRouteTests {
    private let time = "2026-11-21 10:39:30.000"

    @Test func aDeviceUploadsPackedLines() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            let body = try Gzip.compress(Array("\(line(product))\nnonsense".utf8))
            let headers = device(product, [.contentEncoding: "gzip", try name("X-Batch-Id"): "a"])
            let answer = try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: body)
            #expect(answer.text == #"{"code":200,"accepted":1,"rejected":1,"duplicate":false}"#)
            let again = try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: body)
            #expect(again.text == #"{"code":200,"accepted":1,"rejected":1,"duplicate":true}"#)
            let other = try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: try Gzip.compress(Array("x".utf8)))
            #expect(other.status == .conflict)
            #expect(other.headers[.contentType] == "application/problem+json")
        }
    }

    @Test func whatIsNoUploadIsRefusedWithAReason() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            let packed = device(product, [.contentEncoding: "gzip"])
            let good = try Gzip.compress(Array(line(product).utf8))
            func status(_ headers: HTTPFields, _ body: [UInt8]) async throws -> Int {
                try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: body).status.code
            }
            #expect(try await status([:], good) == 400)
            #expect(try await status(device("NOBODY_IOS-0000000001", [:]), good) == 404)
            #expect(try await status(packed, Array(good.dropLast(9))) == 400)
            #expect(try await status(packed, good + [1]) == 400)
            #expect(try await status(device(product, [.contentEncoding: "br"]), good) == 400)
            #expect(try await status(packed, try Gzip.compress([UInt8](repeating: 0x78, count: 11 << 20))) == 413)
            #expect(try await status(device(product, [:]), [UInt8](repeating: 0x78, count: 9 << 20)) == 413)
            #expect(try await status(device(product, [:]), Array(String(repeating: "x\n", count: 10_001).utf8)) == 413)
            #expect(try await console.api(.get, "/apps/demo/quarantine").json(Listed.self).total == 0)
        }
    }

    @Test func rawLinesAndQuarantineAreOnBothFaces() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            let lines = [line(product, page: "<b>\"\u{200D}"), "bad \u{1} line"]
            _ = try await console.ask(.post, "/loggw/logUpload.do", headers: device(product, [:]), body: Array(lines.joined(separator: "\n").utf8))
            let found = try await console.api(.get, "/apps/demo/logs?device=device1").json(Listed.self)
            #expect(found.items.count == 1)
            #expect(try await console.api(.get, "/apps/demo/logs?type=crash").json(Listed.self).items.isEmpty)
            #expect(try await console.api(.get, "/apps/demo/logs?from=never").status == .unprocessableContent)
            #expect(try await console.api(.get, "/apps/demo/quarantine?reason=malformed").json(Listed.self).total == 1)
            for language in ["zh-CN", "en"] {
                #expect(try await console.page("/apps/demo/logs", language: language).text.contains("&lt;b&gt;&quot;\u{200D}"))
                #expect(try await console.page("/apps/demo/quarantine", language: language).text.contains(#"bad \x01 line"#))
            }
        }
    }

    @Test func aCrashThatCameAloneIsListedShownAndDownloaded() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            let report = Array("java.lang.IllegalStateException: <i>\n\tat com.example.A.b(A.java:1)".utf8)
            let answer = try await console.ask(.post, "/loggw/crash.do", headers: device(product, [:]), body: report)
            #expect(answer.text == #"{"code":200,"accepted":1,"rejected":0,"duplicate":false}"#)
            let list = try await console.api(.get, "/apps/demo/crash-reports").json(Listed.self)
            let id = try #require(list.items.first?.id)
            #expect(try await console.page("/apps/demo/crash-reports").text.contains("java.lang.IllegalStateException"))
            #expect(try await console.page("/apps/demo/crash-reports/\(id)").text.contains("java.lang.IllegalStateException: &lt;i&gt;"))
            let raw = try await console.page("/apps/demo/crash-reports/\(id)/raw")
            #expect(Array(raw.text.utf8) == report)
            #expect(raw.headers[.contentDisposition]?.hasPrefix("attachment") ?? false)
            #expect(try await console.api(.get, "/apps/demo/crash-reports/none").status == .notFound)
        }
    }

    @Test func logSettingsReachTheDevices() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            let path = "/apps/demo/log-settings/ios/behaviour"
            let fields = [("network", "wifi"), ("level", "3"), ("threshold", "50"), ("sampleRate", "0")]
            #expect(try await console.submit(path, fields).headers[.location] == "/apps/demo/log-settings")
            let config = try await console.ask(.get, "/loggw/logConfig.do?productId=\(product)").text
            #expect(config.contains(#""behavior":{"enabled":false,"level":3,"network":"wifi","sampleRate":0,"threshold":50}"#))
            #expect(config.contains(#""crash":{"enabled":true,"level":2,"network":"all","sampleRate":1000,"threshold":100}"#))
            let rejected = try await console.submit(path, [("network", "all"), ("level", "9"), ("threshold", "0"), ("sampleRate", "1")])
            #expect(rejected.status == .unprocessableContent)
            #expect(rejected.text.contains("href=\"#field-level\""))
            #expect(try await console.page("/apps/demo/log-settings").status == .ok)
            #expect(try await console.page("/audit").text.contains("ios behaviour"))
        }
    }

    private struct Listed: Decodable {
        let items: [Item]
        let total: Int?

        struct Item: Decodable { let id: String? }
    }

    private func line(_ product: String, page: String = "Home") -> String {
        var fields = [String](repeating: "-", count: 48)
        for (place, value) in [0: "D-VM", 1: time, 2: product, 3: "2.0.0", 10: page, 15: "reportActive", 25: "device1"] { fields[place] = value }
        return fields.joined(separator: ",")
    }

    private func device(_ product: String, _ more: HTTPFields) -> HTTPFields {
        var headers = more
        for (name, value) in ["productId": product, "productVersion": "2.0.0", "utdId": "device1"] { headers[HTTPField.Name(name)!] = value }
        return headers
    }

    private func name(_ name: String) throws -> HTTPField.Name {
        try #require(HTTPField.Name(name))
    }
}

import Foundation
import HTTPTypes
import TestSupport
import Testing
import Web

@testable import Console

@Suite struct TelemetryLogRouteTests {
    @Test func everyFilterNarrowsOnBothFaces() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let counts = [
                "": 4, "?q=CHECKOUT": 1, "?type=performance": 1, "?user=u2": 1, "?device=device2": 2, "?session=s1": 2, "?version=2.1.0": 1,
                "?event=rpc": 1, "?event=reportActive&session=s1": 1, "?platform=ios": 4, "?platform=android": 0, "?device=device2&session=s1": 0,
            ]
            for (query, count) in counts {
                let found = try await console.api(.get, "/apps/demo/logs\(query)").json(Found.self)
                #expect(found.items.count == count, "\(query)")
                #expect(found.total == count)
                #expect(found.complete)
                #expect(found.lookedBackTo == nil)
                let page = try await console.page("/apps/demo/logs\(query)")
                #expect(page.status == .ok)
                #expect(page.text.components(separatedBy: "<tr><th scope=\"row\"").count - 1 == count, "\(query)")
            }
        }
    }

    @Test func whatWasLookedForStandsOutAndWhatStandsThereLeadsOn() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let page = try await console.page("/apps/demo/logs?q=checkout&from=-2h").text
            #expect(page.contains("page=<mark>Checkout</mark>&lt;b&gt;"))
            #expect(page.contains("href=\"/apps/demo/logs?q=checkout&amp;from=-2h&amp;device=device1\""))
            #expect(page.contains("href=\"/apps/demo/logs?q=checkout&amp;from=-2h&amp;session=s1\""))
            #expect(page.contains("href=\"/apps/demo/logs/export?q=checkout&amp;from=-2h&amp;format=text\""))
            let again = try await console.page("/apps/demo/logs?device=device1").text
            #expect(!again.contains("device=device1&amp;device"))
        }
    }

    @Test func allThatFitsIsExported() async throws {
        try await TestConsole.run { console in
            try await fill(console)
            let ndjson = try await console.api(.get, "/apps/demo/logs/export?device=device1")
            #expect(ndjson.headers[.contentDisposition] == "attachment; filename=\"demo-logs.ndjson\"")
            let lines = ndjson.text.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines[0].contains(#""session":"s1""#))
            #expect(try end(lines[2]) == End(lines: 2, complete: true, cut: nil))
            let text = try await console.page("/apps/demo/logs/export?format=text&type=performance").text.split(separator: "\n")
            #expect(text.count == 2)
            #expect(text[0].hasPrefix("D-MM,"))
            #expect(text[1].hasPrefix("# {"))
            #expect(try await console.api(.get, "/apps/demo/logs/export?format=xml").status == .unprocessableContent)
            #expect(try await console.api(.get, "/apps/none/logs/export").status == .notFound)
            let audit = try await console.page("/audit").text
            #expect(audit.contains("type"))
            #expect(!audit.contains("device1"))
        }
    }

    /// Who may only read sees neither telephone numbers nor mail addresses, in no form; from which role on they are shown is a setting.
    @Test func whatIsPersonalIsHiddenByRole() async throws {
        try await TestConsole.run { console in
            let product = try await console.makeApp()
            let fields = [
                1: "2026-11-21 10:39:30.000", 2: product, 3: "2.0.0", 6: "s-13812345678", 15: "call-13812345678",
                22: "call=13812345678 mail=ann.lee@example.com",
            ]
            let body = Array((TelemetryLines.behaviour(fields) + "\nbroken 13812345678").utf8)
            let headers: HTTPFields = [HTTPField.Name("productId")!: product]
            #expect(try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: body).status == .ok)
            struct Made: Decodable { let token: String }
            let reader = try await console.api(.post, "/tokens", #"{"name":"r","scopes":["read"]}"#).json(Made.self).token
            let paths = ["/apps/demo/logs", "/apps/demo/logs/export", "/apps/demo/logs/export?format=text", "/apps/demo/quarantine"]
            for path in paths {
                let (seen, whole) = (try await console.api(.get, path, token: reader).text, try await console.api(.get, path).text)
                #expect(whole.contains("13812345678"), "\(path)")
                #expect(!seen.contains("13812345678") && !seen.contains("ann.lee@"), "\(path)")
                #expect(seen.contains("138****5678"), "\(path)")
            }
            #expect(try await console.api(.get, "/apps/demo/personal-data", token: reader).text.contains(#""from":"operator""#))
            #expect(try await console.api(.post, "/apps/demo/personal-data", #"{"from":"admin"}"#, token: reader).status == .forbidden)
            #expect(try await console.submit("/apps/demo/personal-data", [("from", "viewer")]).headers[.location] == "/apps/demo/log-settings")
            for path in paths { #expect(try await console.api(.get, path, token: reader).text.contains("13812345678"), "\(path)") }
            #expect(try await console.page("/audit", language: "en").text.contains("Change who reads personal data"))
        }
    }

    @Test func anExportThatIsCutSaysSoAndGoesOn() async throws {
        try await TelemetryRoom.run { room in
            try await TelemetryIndexRoom.fill(room, 0..<10)
            try await TelemetryIndexRoom.index(room, uploads: 4)
            var (sessions, place): ([String], TelemetryLogPlace?) = ([], nil)
            for cut in ["lines", "lines", nil] {
                let (items, end) = try await export(room, from: place)
                sessions += items
                #expect(end.cut == cut)
                #expect(end.complete == (cut == nil))
                place = try end.cursor.map { try TelemetryLogPlace(try #require(try ListPlace(limit: nil, cursor: $0).cursor)) }
            }
            #expect(sessions == (0..<10).reversed().flatMap { ["s\($0)", "s\($0)"] })
        }
    }

    private func export(_ room: TelemetryRoom, from place: TelemetryLogPlace?) async throws -> ([String], TelemetryLogExport.End) {
        var export = TelemetryLogExport(
            telemetry: room.telemetry,
            app: TelemetryRoom.app,
            filter: TelemetryIndexRoom.window,
            form: .ndjson,
            zone: .gmt
        )
        export.limits.lines = 9
        var bytes: [UInt8] = []
        try await export.run(from: place) { bytes += $0 }
        let lines = bytes.split(separator: 0x0A)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let items = try lines.dropLast().map { try decoder.decode(TelemetryLogItem.self, from: Data($0)).session }
        let end = try decoder.decode([String: TelemetryLogExport.End].self, from: Data(try #require(lines.last)))
        return (items, try #require(end["end"]))
    }

    private struct Found: Decodable {
        let items: [Item]
        let total: Int?
        let complete: Bool
        let lookedBackTo: String?

        struct Item: Decodable { let session: String }
    }

    private struct End: Decodable, Equatable {
        let lines: Int
        let complete: Bool
        let cut: String?
    }

    private func end(_ line: Substring) throws -> End? {
        try JSONDecoder().decode([String: End].self, from: Data(line.utf8))["end"]
    }

    private func fill(_ console: TestConsole) async throws {
        let product = try await console.makeApp()
        let common = [1: "2026-11-21 10:39:30.000", 2: product, 3: "2.0.0"]
        let lines = [
            behaviour([6: "s1", 7: "u1", 10: "page=Checkout<b>", 25: "device1"], common), performance([6: "s1", 7: "u1", 23: "device1"], common),
            behaviour([6: "s2", 7: "u2", 25: "device2"], common), behaviour([3: "2.1.0", 6: "s3", 7: "u1", 25: "device2"], common),
        ]
        let headers: HTTPFields = [HTTPField.Name("productId")!: product]
        let answer = try await console.ask(.post, "/loggw/logUpload.do", headers: headers, body: Array(lines.joined(separator: "\n").utf8))
        #expect(answer.text.contains(#""accepted":4"#))
    }

    private func behaviour(_ fields: [Int: String], _ common: [Int: String]) -> String {
        TelemetryLines.behaviour(common.merging(fields) { $1 })
    }

    private func performance(_ fields: [Int: String], _ common: [Int: String]) -> String {
        TelemetryLines.performance(common.merging([12: "rpc"]) { $1 }.merging(fields) { $1 })
    }
}

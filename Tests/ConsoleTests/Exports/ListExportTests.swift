import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing

@testable import Console

/// Lists of the rooms as files.
struct ListExportTests {
    private static let site = [
        "/apps", "/tokens", "/members", "/audit", "/expiries", "/nodes", "/nodes/jobs", "/saved-views", "/modules", "/baselines", "/build-agents",
        "/changes",
    ]
    private static let ofAnApp = [
        "alert-channels", "alert-deliveries", "alert-rules", "alerts", "badges", "build-certificates", "build-requests", "builds", "crash-groups",
        "crash-reports", "diagnostic-rules", "diagnostics", "erasures", "feedback", "gateway", "gateway/failures", "gateway/old-secrets",
        "gateway/upstreams", "hotpatch-keys", "hotpatch-ramps", "hotpatches", "log-settings", "packages", "platforms", "push-certificates",
        "push-credentials",
        "push-lists", "push-messages", "push-templates", "quarantine", "shipments", "switches", "switches/publications", "symbols", "updates",
        "actives", "versions", "startup", "rpc", "sessions", "devices", "push-devices", "changes",
    ]

    @Test func everyListIsATableAndADocument() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for path in Self.site + Self.ofAnApp.map({ "/apps/demo/\($0)" }) {
                let table = try await console.page("\(path).csv")
                #expect(table.status == .ok, "\(path).csv")
                #expect(table.headers[.contentType] == "text/csv; charset=utf-8", "\(path).csv")
                #expect(table.text.hasPrefix("\u{FEFF}"), "\(path).csv")
                let document = try await console.page("\(path).json")
                #expect(document.status == .ok, "\(path).json")
                let items = try (JSONSerialization.jsonObject(with: Data(buffer: document.body)) as? [String: Any])?["items"] as? [Any]
                #expect(items != nil, "\(path).json")
            }
        }
    }

    @Test func aPageLeadsToItsFilesAndTheyHoldWhatItShows() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            for number in 1...3 {
                let body = #"{"type":"string","default":"a","description":"=\#(number)"}"#
                #expect(try await console.api(.put, "/apps/demo/switches/key\(number)", body).status == .created)
            }
            let page = try await console.page("/apps/demo/switches?q=key&limit=20").text
            #expect(page.contains(#"href="/apps/demo/switches.csv?q=key""#) && page.contains(#"href="/apps/demo/switches.json?q=key""#))
            let lines = try await console.page("/apps/demo/switches.csv?q=key2").text.split(separator: "\r\n")
            #expect(lines.count == 2)
            #expect(lines.first?.hasPrefix("\u{FEFF}key,") ?? false)
            #expect(lines.last?.contains("'=2") ?? false, "no spreadsheet runs it")
            #expect(try await !console.page("/apps/demo/switches?q=none").text.contains("switches.csv"), "nothing to take")
            #expect(try await !console.page("/apps/demo/switches/new").text.contains("switches.csv"))
        }
    }

    @Test func roomsKeepTheirOwnRicherFiles() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.page("/audit.csv").headers[.contentDisposition] == "attachment; filename=\"audit.csv\"")
            #expect(try await console.page("/apps/demo/feedback.csv").headers[.contentDisposition] == "attachment; filename=\"feedback.csv\"")
            #expect(try await console.page("/apps/demo/builds.csv").headers[.contentDisposition] == "attachment; filename=\"demo-builds.csv\"")
        }
    }

    @Test func whoMayNotSeeTheListDoesNotGetTheFile() async throws {
        try await TestConsole.run { console in
            try await console.makeApp()
            #expect(try await console.ask(.get, "/audit.json").headers[.location]?.hasPrefix("/login?return=") ?? false)
            #expect(try await console.ask(.get, "/apps/demo/builds.csv").headers[.location]?.hasPrefix("/login?return=") ?? false)
            #expect(try await console.page("/apps/none/builds.csv").status == .notFound)
        }
    }
}

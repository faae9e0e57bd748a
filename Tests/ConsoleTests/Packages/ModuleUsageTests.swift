import Foundation
import HTTPTypes
import HummingbirdTesting
import TestSupport
import Testing
import Web

@testable import Console

/// "Which shipped versions contain MPHttpClient 1.0.0?", on both faces.
struct ModuleUsageTests {
    @Test func packagesAndShippedVersionsAreFound() async throws {
        try await PackagePageRoom.run { room in
            let package = try await room.package("MPHttpClient")
            try await room.ship("2.3.0", build: "45", try await room.buildConfig(package))
            try await room.ship("2.2.0", try await room.buildConfig(try await room.package("MPCommonUI")))
            let usage = try await room.console.api(.get, "/modules/MPLog/usage?version=1.0.1&platform=ios").json(ModuleUsage.self)
            let shipped = try #require(usage.shipments.first)
            #expect(usage.shipments.count == 1 && shipped.app == "demo" && shipped.version == "2.3.0" && shipped.build == "45")
            #expect(shipped.package.value == package.id && shipped.moduleVersion == "1.0.1")
            #expect(usage.packages.map(\.id) == [package.id] && usage.packages.map(\.direct) == [false])
            #expect(usage.totals == ModuleUsageTotals(shipments: 1, packages: 1, apps: 1, devices: 0))
            for (query, count) in [
                ("version=1.0.0", 0), ("version=%3E%3D1.0%20%3C1.1", 1), ("version=%3E%3D1.1", 0), ("platform=android", 0), ("", 1), ("version=*", 1),
            ] {
                let found = try await room.console.api(.get, "/modules/MPLog/usage?\(query)").json(ModuleUsage.self)
                #expect(found.shipments.count == count && found.packages.count == count, "\(query)")
            }
        }
    }

    @Test func thePageNamesWhatIsBadAndWhoHasIt() async throws {
        try await PackagePageRoom.run { room in
            try await room.ship("2.3.0", try await room.buildConfig(try await room.package("MPHttpClient")))
            let place = ModulePlace(platform: .ios, module: "MPLog", version: "1.0.1")
            try await room.server.modules.markBad(place, reason: "loses lines", by: PackagePageRoom.actor)
            let page = try await room.console.page("/modules/MPLog/usage?version=1.0.1&platform=ios").text
            #expect(page.contains("loses lines") && page.contains("iOS 2.3.0") && page.contains("usage.csv?version=1.0.1&amp;platform=ios"))
            let none = try await room.console.page("/modules/MPLog/usage?version=9", language: "en").text
            #expect(none.contains("No shipped version contains it") && none.contains("No package contains it") && !none.contains("loses lines"))
            #expect(try await room.console.page("/modules/NoSuch/usage").status == .notFound)
            let wrong = try await room.console.page("/modules/MPLog/usage?version=about")
            #expect(wrong.status == .unprocessableContent && wrong.text.contains(#"id="error-version""#) && wrong.text.contains(#"value="about""#))
            #expect(try await room.console.api(.get, "/modules/MPLog/usage?version=about").status == .unprocessableContent)
        }
    }

    @Test func theMostUsedVersionIsFirst() async throws {
        try await PackagePageRoom.run { room in
            let config = try await room.buildConfig(try await room.package("MPLog"))
            try await room.ship("2.1.0", build: "1", config)
            try await room.ship("2.1.0", build: "2", config)
            try await room.ship("2.0.0", config)
            try await room.ship("1.9.0", config)
            try await upload(room, version: "2.0.0", devices: 3)
            try await upload(room, version: "2.1.0", devices: 1)
            let usage = try await room.console.api(.get, "/modules/MPLog/usage").json(ModuleUsage.self)
            #expect(usage.shipments.map(\.version) == ["2.0.0", "2.1.0", "2.1.0", "1.9.0"])
            #expect(usage.shipments.map(\.devices) == [3, 1, 1, 0])
            #expect(usage.totals.devices == 4, "builds of one version share its devices")
            #expect(usage.totals.shipments == 4)
            let table = try await room.console.api(.get, "/modules/MPLog/usage.csv")
            #expect(table.headers[.contentType] == "text/csv; charset=utf-8")
            let rows = table.text.split(separator: "\r\n")
            #expect(rows.count == 5 && rows[1].hasPrefix("demo,Demo,ios,2.0.0,1,MPLog,1.0.1,") && rows[1].hasSuffix(",3,0"))
            #expect(try await room.console.page("/apps/demo/shipments").text.contains(#"<td class="num">3</td>"#))
        }
    }

    private func upload(_ room: PackagePageRoom, version: String, devices: Int) async throws {
        let product = try #require(try room.app.platform(.ios)).logProductId
        let lines = (1...devices).map { TelemetryLines.behaviour([2: product, 3: version, 25: "device-\(version)-\($0)"]) }
        let headers: HTTPFields = [HTTPField.Name("productId")!: product, HTTPField.Name("bizCode")!: "behaviour"]
        let answer = try await room.console.ask(
            .post,
            "/loggw/logUpload.do",
            headers: headers,
            body: Array(lines.joined(separator: "\n").utf8)
        )
        #expect(answer.status == .ok, "\(answer.text)")
    }

    @Test func onlyOwnAppsAreTold() async throws {
        try await PackagePageRoom.run { room in
            try await room.console.makeApp("Other")
            try await room.ship("2.3.0", try await room.buildConfig(try await room.package("MPLog")))
            let made = try await room.console.api(.post, "/tokens", #"{"name":"other","scope":"read","app":"other"}"#).json(Made.self)
            let usage = try await room.console.api(.get, "/modules/MPLog/usage", token: made.token).json(ModuleUsage.self)
            #expect(usage.shipments.isEmpty && usage.packages.isEmpty && usage.totals.shipments == 0 && usage.totals.packages == 0)
            #expect(try await room.console.api(.get, "/modules/MPLog/usage", token: "").status == .unauthorized)
        }
    }

    private struct Made: Decodable {
        let token: String
    }
}

import Formats
import Foundation
import Testing
import Web

@testable import Console

@Suite struct TelemetrySearchTests {
    private let window = TelemetryLogFilter(from: TelemetryLines.noon - 3_600_000, to: TelemetryLines.noon + 3_600_000)

    @Test func linesAreFoundByTextTypeUserAndDevice() async throws {
        try await TelemetryRoom.run { room in
            try await room.send([TelemetryLines.behaviour(), TelemetryLines.performance(), TelemetryLines.crash([7: "user2"]), "bad"])
            try await room.send([TelemetryLines.behaviour([25: "-"])], device: "header1")
            #expect(try await search(room, window).count == 4)
            var filter = window
            filter.type = .crash
            #expect(try await search(room, filter).map(\.user) == ["user2"])
            filter = window
            filter.device = "header1"
            #expect(try await search(room, filter).count == 1)
            filter = window
            filter.needle = LogNeedle("TIME_startup")
            #expect(try await search(room, filter).map(\.type) == [.performance])
            filter.to = filter.from + 1
            #expect(try await search(room, filter).isEmpty)
        }
    }

    @Test func pagesJoinWithoutGapOrRepetition() async throws {
        try await TelemetryRoom.run { room in
            for batch in 0..<4 {
                try await room.send((0..<5).map { TelemetryLines.behaviour([6: "\(batch)-\($0)"]) }, id: "\(batch)")
                room.clock.advance(by: 1)
            }
            var sessions: [String] = []
            var place: TelemetryLogPlace?
            repeat {
                let page = try await room.telemetry.search(app: TelemetryRoom.app, window, limit: 3, before: place)
                sessions += page.items.map { $0.line.split(separator: ",")[6] }.map(String.init)
                place = page.next
            } while place != nil
            #expect(sessions == (0..<4).reversed().flatMap { batch in (0..<5).reversed().map { "\(batch)-\($0)" } })
        }
    }

    @Test(arguments: [("闪退 <b>", "闪退 <b>"), ("a\u{1}b\u{7F}", #"a\x01b\x7f"#), ("\u{202E}x\"\u{200D}", "\u{202E}x\"\u{200D}")])
    func textIsShownAsItIs(text: String, shown: String) {
        #expect(TelemetryText.visible(Array(text.utf8)) == shown)
    }

    @Test func bytesThatAreNoTextAreShownInHex() {
        #expect(TelemetryText.visible([0x61, 0xFF, 0x62, 0xC0]) == #"a\xffb\xc0"#)
    }

    private func search(_ room: TelemetryRoom, _ filter: TelemetryLogFilter) async throws -> [TelemetryLogItem] {
        // A search may end early on a busy machine: go on until it says there is no more.
        var items: [TelemetryLogItem] = []
        var place: TelemetryLogPlace?
        repeat {
            let page = try await room.telemetry.search(app: TelemetryRoom.app, filter, limit: 100, before: place)
            items += page.items
            place = page.next
        } while place != nil
        return items
    }
}

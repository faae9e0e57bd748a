import Foundation
import Testing

@testable import Web

/// From a body to the text on a page, as the real templates would say it.
struct ViewEncoderTests {
    private struct Body: Codable {
        var name = "Ada"
        var empty = ""
        var zero = 0
        var role = Role.admin
        var count = 1_234_567
        var big: Int64 = 1_795_239_300_123_456
        var rate: Double? = 0.1234
        var none: Double?
        var gaps: [Int?] = [1, nil]
        var at = Date(timeIntervalSince1970: 1_795_239_300)
        var on = true
        var off: Bool?
        var more = OrNull<Int>(nil)
        var table = ["a": 1]
        var rows = [Row(name: "x"), Row(name: nil)]
        var chart: SafeHTML? = SafeHTML(trusted: "<svg/>")
    }

    private struct Row: Codable { var name: String? }

    private func render(_ source: String, language: Language = .english, zone: String = "Asia/Shanghai", after: TimeInterval = 0) throws -> String {
        let scratch = try ScratchViews(["Apps/view.mustache": source])
        let words = try Catalogue.Words.sample(["label.role.admin": "Administrator", "web.ago.minutes": "{{count}} min ago", "web.ago.now": "now"])
        let formatter = ReaderFormatter(words: words, zone: try #require(TimeZone(identifier: zone)), now: Body().at.addingTimeInterval(after))
        let tree = try ViewEncoder(formatter: formatter).tree(Body()) as? [String: Any] ?? [:]
        return try scratch.views().render("Apps/view", tree, in: language)
    }

    @Test(arguments: [
        ("{{name}}", "Ada"), ("{{count}}", "1234567"), ("{{number(count)}}", "1,234,567"), ("{{big}}", "1795239300123456"),
        ("{{percent(rate)}}", "12.34%"),
        ("{{percent(none)}}", "-"), ("{{none}}", ""), ("{{more}}", ""), ("{{number(more)}}", "-"), ("{{datetime(none)}}", "-"),
        ("{{query(none)}}", ""),
        ("{{query(name)}}", "Ada"), ("{{role(role)}}", "Administrator"), ("{{platform(name)}}", ""), ("{{table.a}}", "1"), ("{{{chart}}}", "<svg/>"),
        ("{{#on}}yes{{/on}}{{^off}}no{{/off}}", "yesno"),
        ("{{#empty}}x{{/empty}}{{^empty}}y{{/empty}}", "y"), ("{{#zero}}x{{/zero}}{{^zero}}y{{/zero}}", "x"),
        ("{{#none}}x{{/none}}{{^none}}y{{/none}}", "y"),
        ("{{#rows}}[{{name}}]{{/rows}}", "[x][]"), ("{{#gaps}}{{number(.)}} {{/gaps}}", "1 - "), ("{{count(rows)}}", "2"),
    ])
    func writesValues(source: String, text: String) throws {
        // A group without a word leaves the value as it is.
        #expect(try render(source) == (source == "{{platform(name)}}" ? "Ada" : text))
    }

    @Test(arguments: [
        ("{{datetime(at)}}", "Asia/Shanghai", "2026-11-21 13:35:00"), ("{{datetime(at)}}", "America/New_York", "2026-11-21 00:35:00"),
        ("{{date(at)}}", "Pacific/Honolulu", "2026-11-20"), ("{{minute(at)}}", "Asia/Kolkata", "11:05"), ("{{short(at)}}", "UTC", "11-21 05:35"),
        ("{{iso(at)}}", "America/New_York", "2026-11-21T00:35:00-05:00"), ("{{at}}", "UTC", "2026-11-21 05:35:00"),
    ])
    func writesTimesInTheReadersZone(source: String, zone: String, text: String) throws {
        #expect(try render(source, zone: zone) == text)
    }

    @Test(arguments: [
        (0, "now"), (59, "now"), (60, "1 min ago"), (3_599, "59 min ago"), (-5, "2026-11-21 13:35:00"), (90_000, "2026-11-21 13:35:00"),
    ])
    func tellsHowLongAgo(seconds: Double, text: String) throws {
        #expect(try render("{{ago(at)}}", after: seconds) == text)
    }
}

import Testing

@testable import Web

struct SmallChartTests {
    @Test func sparklineBreaksAtGaps() {
        let html = Sparkline.html([1, 2, nil, 2], style: 2).html
        #expect(html.contains("d=\"M0 18h0L40 3M120 3h0\""))
        #expect(Sparkline.html([], style: 1).html.contains("<svg class=\"spark\""))
        #expect(!Sparkline.html([nil, .nan, 0], style: 1).html.contains("nan"))
    }

    @Test func barsStayInTheirTrack() {
        #expect(Bars.bar(1.7).html.contains("width=\"100\""))
        #expect(Bars.bar(nil).html.contains("width=\"0\""))
        #expect(Bars.bar(0.254, label: "25 %").html.contains("aria-label=\"25 %\""))
    }

    @Test func sharesAddUpAndNameTheirParts() {
        let html = Bars.share([.init(name: "<2.3>", text: "3", value: 3, style: 1), .init(name: "2.2", text: "1", value: 1, style: 2)]).html
        #expect(html.contains("x=\"75\" width=\"25\""))
        #expect(html.contains("&lt;2.3&gt; 3"))
    }

    @Test func escapesByScalar() {
        #expect(HTML.escape("\"\u{0301}'\u{200D}<&>") == "&quot;\u{0301}&#39;\u{200D}&lt;&amp;&gt;")
    }
}

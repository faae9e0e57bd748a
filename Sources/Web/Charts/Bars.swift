/// Horizontal bars in tables and cards.
public enum Bars {
    /// A part of a whole.
    public struct Part: Sendable {
        /// What it is called in the legend.
        public var name: String
        /// The amount as people read it.
        public var text: String
        /// Not negative.
        public var value: Double
        /// Colour as in `Chart.Series`.
        public var style: Int

        public init(name: String, text: String, value: Double, style: Int) {
            self.name = name
            self.text = text
            self.value = value.isFinite ? max(value, 0) : 0
            self.style = Chart.style(style)
        }
    }

    /// One bar filled from the left.
    /// - Parameters:
    ///   - fraction: 0...1; others are cut, nil and not-a-number draw an empty bar.
    ///   - label: what it says, for those who do not see it; nil where the number stands beside it.
    public static func bar(_ fraction: Double?, style: Int = 1, label: String? = nil) -> SafeHTML {
        let length = fraction.map { $0.isFinite ? min(max($0, 0), 1) * 100 : 0 } ?? 0
        var markup = Markup()
        svg(&markup, label: label) {
            $0.shape("rect", ["class": "f\(Chart.style(style))", "width": length.coordinate, "height": "8"])
        }
        return markup.safe
    }

    /// One bar cut into parts, with a legend that carries the amounts.
    public static func share(_ parts: [Part]) -> SafeHTML {
        let whole = parts.reduce(0) { $0 + $1.value }
        var markup = Markup()
        markup.element("div", ["class": "share"]) { share in
            svg(&share, label: nil) { cut(&$0, parts, whole: whole) }
            share.element("ul", ["class": "legend"]) { list in
                for part in parts { legend(&list, part) }
            }
        }
        return markup.safe
    }

    private static func svg(_ markup: inout Markup, label: String?, body: (inout Markup) -> Void) {
        if let label {
            markup.element(
                "svg",
                ["class": "bar", "viewBox": "0 0 100 8", "preserveAspectRatio": "none", "role": "img", "aria-label": label],
                body: body
            )
        } else {
            markup.element("svg", ["class": "bar", "viewBox": "0 0 100 8", "preserveAspectRatio": "none", "aria-hidden": "true"], body: body)
        }
    }

    private static func cut(_ markup: inout Markup, _ parts: [Part], whole: Double) {
        guard whole > 0 else { return }
        var start = 0.0
        for part in parts {
            let length = part.value / whole * 100
            markup.shape("rect", ["class": "cut f\(part.style)", "x": start.coordinate, "width": length.coordinate, "height": "8"])
            start += length
        }
    }

    private static func legend(_ list: inout Markup, _ part: Part) {
        list.element("li") { item in
            item.element("svg", ["viewBox": "0 0 10 10", "aria-hidden": "true"]) {
                $0.shape("rect", ["class": "f\(part.style)", "width": "10", "height": "10", "rx": "2"])
            }
            item.text("\(part.name) \(part.text)")
        }
    }
}

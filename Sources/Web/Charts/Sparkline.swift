/// A trend the size of a word, beside a number that says it; hidden from those who cannot see it.
public enum Sparkline {
    private static let width = 120.0
    private static let height = 36.0

    /// - Parameters:
    ///   - values: at even distances; nil leaves a gap. Only the last 300 are drawn.
    ///   - style: colour as in `Chart.Series`.
    public static func html(_ values: [Double?], style: Int) -> SafeHTML {
        let drawn = Array(values.suffix(Chart.pointLimit))
        let top = max(drawn.compactMap { $0 }.filter(\.isFinite).max() ?? 0, .leastNormalMagnitude)
        var markup = Markup()
        markup.element(
            "svg",
            ["class": "spark", "viewBox": "0 0 120 36", "preserveAspectRatio": "none", "aria-hidden": "true", "focusable": "false"]
        ) { svg in
            let path = path(drawn, top: top)
            if !path.isEmpty { svg.shape("path", ["class": "line s\(Chart.style(style))", "d": path]) }
        }
        return markup.safe
    }

    private static func path(_ values: [Double?], top: Double) -> String {
        let stride = width / Double(max(values.count - 1, 1))
        var path = ""
        var open = false
        for (index, value) in values.enumerated() {
            guard let value, value.isFinite else {
                open = false
                continue
            }
            let y = height - 3 - (height - 6) * min(max(value / top, 0), 1)
            path += "\(open ? "L" : "M")\((Double(index) * stride).coordinate) \(y.coordinate)"
            // A lone value becomes a dot: a line of no length with round caps.
            if !open { path += "h0" }
            open = true
        }
        return path
    }
}

/// Where words of a drawing go. There are no font metrics on the server, so widths are estimates: a CJK character is one em.
enum ChartLabels {
    /// Estimated width in units of the drawing.
    static func width(_ text: String, font: Double) -> Double {
        text.unicodeScalars.reduce(0) { $0 + ems($1) } * font
    }

    private static func ems(_ scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x1100...: 1
        case 0x20, 0x2C, 0x2E, 0x3A: 0.3
        default: 0.6
        }
    }

    /// The text, shortened with an ellipsis to fit the width.
    static func fitted(_ text: String, width limit: Double, font: Double) -> String {
        guard width(text, font: font) > limit else { return text }
        var kept = String.UnicodeScalarView()
        var used = font
        for scalar in text.unicodeScalars {
            used += ems(scalar) * font
            if used > limit { break }
            kept.append(scalar)
        }
        return String(kept) + "\u{2026}"
    }

    /// Positions in the given order, moved as little as needed to be `gap` apart and, if there is room, within `range`.
    static func spread(_ wanted: [Double], gap: Double, within range: ClosedRange<Double>) -> [Double] {
        let order = wanted.indices.sorted { (wanted[$0], $0) < (wanted[$1], $1) }
        var placed = wanted
        var floor = range.lowerBound
        for index in order {
            placed[index] = max(wanted[index], floor)
            floor = placed[index] + gap
        }
        var ceiling = range.upperBound
        for index in order.reversed() {
            placed[index] = min(placed[index], ceiling)
            ceiling = placed[index] - gap
        }
        return placed
    }

    /// The row each label goes into so that none covers another; nil for those that fit into no row.
    /// - Parameters:
    ///   - spans: where each label begins and ends, the most important first.
    ///   - gap: what stays free between neighbours, for widths are estimates.
    static func rows(for spans: [ClosedRange<Double>], gap: Double = 0, limit: Int) -> [Int?] {
        var taken: [[ClosedRange<Double>]] = Array(repeating: [], count: limit)
        return spans.map { span in
            let claim = (span.lowerBound - gap / 2)...(span.upperBound + gap / 2)
            guard let row = taken.firstIndex(where: { !$0.contains { $0.overlaps(claim) } }) else { return nil }
            taken[row].append(claim)
            return row
        }
    }

    /// Places entries of the given widths from left to right, breaking into lines.
    static func flow(_ widths: [Double], gap: Double, limit: Double) -> [(x: Double, line: Int)] {
        var x = 0.0
        var line = 0
        return widths.map { width in
            if x > 0, x + width > limit { (x, line) = (0, line + 1) }
            defer { x += width + gap }
            return (x, line)
        }
    }
}

/// The two drawings of a chart, in units of their own; the style sheet shows one by the width of the place.
enum ChartSize {
    /// Labels stand at the ends of the lines.
    case wide
    /// Larger words relative to the picture, fewer ticks, names in a legend above.
    case narrow

    var name: String { self == .wide ? "wide" : "narrow" }
    var width: Double { self == .wide ? 800 : 400 }
    var height: Double { self == .wide ? 240 : 236 }
    var font: Double { self == .wide ? 12 : 13.5 }
    var timeTicks: Int { self == .wide ? 9 : 5 }
    var valueIntervals: Int { self == .wide ? 4 : 3 }
    var markerRows: Int { self == .wide ? 3 : 2 }
    var lineHeight: Double { font + 4 }
}

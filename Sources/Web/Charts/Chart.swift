import Foundation

/// A line chart drawn on the server: an SVG for wide places, one for phones, and the values as a table.
///
/// Nothing in it needs a script; `Public/console.js` adds a crosshair that reads the table. Colours are the classes of
/// `Public/console.css`. Values start at 0 on the y axis, a missing value is a gap, and more than `pointLimit` points are
/// thinned in a way that keeps each stretch's lowest and highest.
public struct Chart: Sendable {
    /// Points drawn and rows listed at most.
    static let pointLimit = 300

    /// What the values count, which decides where round ticks lie. Percentages are fractions: 0.05 is 5 %.
    public enum Unit: Sendable {
        case count, percent, milliseconds, bytes
    }

    /// One line of the chart.
    public struct Series: Sendable {
        /// What it is called beside its end or in the legend.
        public var name: String
        /// One value for each time; nil where there is none.
        public var values: [Double?]
        /// Colour, 1...6 (blue, red, teal, violet, amber, grey).
        public var style: Int
        /// Drawn dashed: the period this one is compared with.
        public var dashed: Bool
        /// Filled down to the axis.
        public var area: Bool
        /// Drawn this many times as high, which its name in the drawing says; the table has the values themselves.
        public var enlarged: Int

        public init(_ name: String, _ values: [Double?], style: Int, dashed: Bool = false, area: Bool = false, enlarged: Int = 1) {
            self.name = name
            self.values = values.map { $0.flatMap { $0.isFinite ? $0 : nil } }
            self.style = Chart.style(style)
            self.dashed = dashed
            self.area = area
            self.enlarged = enlarged
        }
    }

    /// Something that happened, drawn as a named vertical line.
    public struct Marker: Sendable {
        /// When it happened.
        public var time: Date
        /// What is written at it, shortened where it does not fit.
        public var label: String
        /// Where it is told of; the list below the chart leads there.
        public var href: String?
        /// Where there is no room for all labels, heavier ones go first, and of those as heavy the newest.
        public var weight: Int

        public init(_ time: Date, _ label: String, href: String? = nil, weight: Int = 0) {
            self.time = time
            self.label = label
            self.href = href
            self.weight = weight
        }
    }

    /// What happened beside the markers that are drawn.
    public struct Rest: Sendable {
        /// How many there are, in words.
        public var label: String
        /// Where all of them are listed.
        public var href: String

        public init(_ label: String, href: String) {
            self.label = label
            self.href = href
        }
    }

    /// Name of the element, unique on its page: ASCII letters, digits and `-`.
    public var id: String
    /// What it shows, in a few words.
    public var title: String
    /// The picture in a sentence (lowest, highest, trend), for those who do not see it.
    public var description: String
    /// Of the values.
    public var unit: Unit
    /// Ascending, one for each value of every series.
    public var times: [Date]
    /// The lines, first at the back.
    public var series: [Series]
    /// What happened in between.
    public var markers: [Marker]
    /// What happened beside; nil when the markers are all.
    public var rest: Rest?
    /// From here on data is still arriving; the region is hatched.
    public var incompleteFrom: Date?
    /// Zone in which round times are round.
    public var zone: TimeZone

    /// - Precondition of sense, not checked: `times` ascend. Series are cut or filled up with gaps to as many values as there are times.
    public init(
        id: String,
        title: String,
        description: String,
        unit: Unit,
        times: [Date],
        series: [Series],
        markers: [Marker] = [],
        rest: Rest? = nil,
        incompleteFrom: Date? = nil,
        zone: TimeZone
    ) {
        self.id = id
        self.title = title
        self.description = description
        self.unit = unit
        self.times = times
        self.series = series.map { Self.fit($0, to: times.count) }
        self.markers = markers
        self.rest = rest
        self.incompleteFrom = incompleteFrom
        self.zone = zone
    }

    /// The chart as `<figure class="chart">`.
    /// - Parameters:
    ///   - words: what the chart itself says, in the page's language.
    ///   - number: a value with its unit, for ticks, table and readings.
    ///   - time: a time for an axis whose ticks are that many seconds apart; 0 asks for full date and time.
    public func html(words: ChartWords, number: (Double) -> String, time: (Date, TimeInterval) -> String) -> SafeHTML {
        let chart = thinned(to: Self.pointLimit)
        var markup = Markup()
        markup.element("figure", ["class": "chart", "id": id]) { figure in
            for size in [ChartSize.wide, .narrow] {
                ChartPlot(chart, size: size, words: words, number: number, time: time).write(to: &figure)
            }
            if incompleteFrom != nil { figure.element("p", ["class": "muted small"], text: words.incomplete) }
            if !times.isEmpty {
                ChartTable(chart: chart, words: words).write(to: &figure, number: number, time: time)
            }
        }
        return markup.safe
    }

    /// The nearest of the six colours.
    static func style(_ wanted: Int) -> Int { min(max(wanted, 1), 6) }

    private static func fit(_ series: Series, to count: Int) -> Series {
        var fitted = series
        fitted.values = Array(series.values.prefix(count)) + Array(repeating: nil, count: max(0, count - series.values.count))
        return fitted
    }
}

/// Words a chart says itself, from the catalogue (`layout.chart.…`).
public struct ChartWords: Sendable {
    /// Opens the data table.
    public var table: String
    /// Head of the column of times.
    public var time: String
    /// Explains the hatched region.
    public var incomplete: String
    /// Stands in a chart without values.
    public var empty: String
    /// Stands for a missing value.
    public var missing: String

    public init(table: String, time: String, incomplete: String, empty: String, missing: String = "-") {
        self.table = table
        self.time = time
        self.incomplete = incomplete
        self.empty = empty
        self.missing = missing
    }
}

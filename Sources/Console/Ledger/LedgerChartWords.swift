import Web

extension ChartWords {
    /// What every chart of the console says itself.
    init(_ words: Catalogue.Words) {
        self.init(
            table: words["layout.chart.table"],
            time: words["layout.chart.time"],
            incomplete: words["layout.chart.incomplete"],
            empty: words["layout.chart.empty"]
        )
    }
}

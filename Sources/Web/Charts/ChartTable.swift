import Foundation

/// The values of a chart for those who read rather than look; the crosshair reads them from here too.
struct ChartTable {
    let chart: Chart
    let words: ChartWords

    func write(to markup: inout Markup, number: (Double) -> String, time: (Date, TimeInterval) -> String) {
        markup.element("details", ["class": "data"]) { details in
            details.element("summary", text: words.table)
            if !chart.markers.isEmpty || chart.rest != nil { events(&details, time: time) }
            details.element("div", ["class": "scroll tall", "tabindex": "0", "role": "region", "aria-label": chart.title]) { scroll in
                scroll.element("table") { table in
                    head(&table)
                    table.element("tbody") { rows(&$0, number: number, time: time) }
                }
            }
        }
    }

    private func events(_ markup: inout Markup, time: (Date, TimeInterval) -> String) {
        markup.element("ul", ["class": "small"]) { list in
            for marker in chart.markers.sorted(by: { $0.time < $1.time }) {
                list.element("li") { event in
                    event.text("\(time(marker.time, 0)) ")
                    link(&event, marker.label, to: marker.href)
                }
            }
            if let rest = chart.rest { list.element("li") { link(&$0, rest.label, to: rest.href) } }
        }
    }

    private func link(_ markup: inout Markup, _ label: String, to href: String?) {
        guard let href else { return markup.text(label) }
        markup.element("a", ["href": href], text: label)
    }

    private func head(_ table: inout Markup) {
        table.element("caption", text: chart.description.isEmpty ? chart.title : chart.description)
        table.element("thead") { head in
            head.element("tr") { row in
                row.element("th", ["scope": "col"], text: words.time)
                for series in chart.series {
                    let drawing: KeyValuePairs = [
                        "scope": "col", "class": "num", "data-series": "\(series.style)", "data-enlarged": "\(series.enlarged)",
                    ]
                    row.element("th", drawing, text: series.name)
                }
            }
        }
    }

    private func rows(_ body: inout Markup, number: (Double) -> String, time: (Date, TimeInterval) -> String) {
        for (index, date) in chart.times.enumerated() {
            body.element("tr") { row in
                row.element("th", ["scope": "row"]) {
                    $0.element("time", ["datetime": date.formatted(.iso8601)], text: time(date, 0))
                }
                for series in chart.series { cell(&row, series.values[index], number: number) }
            }
        }
    }

    private func cell(_ row: inout Markup, _ value: Double?, number: (Double) -> String) {
        row.element("td", ["class": "num"]) { cell in
            guard let value else { return cell.text(words.missing) }
            cell.element("data", ["value": "\(value)"], text: number(value))
        }
    }
}

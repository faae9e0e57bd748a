import Foundation

extension ChartPlot {
    /// Writes the drawing: what lies behind first, words last.
    func write(to markup: inout Markup) {
        let id = "\(chart.id)-\(size.name)"
        markup.element(
            "svg",
            [
                "class": "plot \(size.name)", "viewBox": "0 0 \(size.width.coordinate) \(size.height.coordinate)", "role": "img",
                "aria-labelledby": "\(id)-title", "aria-describedby": "\(id)-desc", "data-left": left.coordinate, "data-right": right.coordinate,
                "data-top": top.coordinate, "data-bottom": bottom.coordinate, "data-max": "\(values.top)",
            ]
        ) { svg in
            svg.element("title", ["id": "\(id)-title"], text: chart.title)
            svg.element("desc", ["id": "\(id)-desc"], text: chart.description)
            incomplete(&svg, id: id)
            valueAxis(&svg)
            timeAxis(&svg)
            for series in chart.series { line(&svg, series) }
            markers(&svg)
            names(&svg)
            if !chart.hasValues { emptiness(&svg) }
        }
    }

    private func incomplete(_ svg: inout Markup, id: String) {
        guard let from = chart.incompleteFrom, let last = chart.times.last, from <= last else { return }
        let start = x(from)
        svg.element(
            "pattern",
            ["id": "\(id)-hatch", "width": "6", "height": "6", "patternUnits": "userSpaceOnUse", "patternTransform": "rotate(45)"]
        ) {
            $0.shape("line", ["class": "hatch", "x1": "0", "y1": "0", "x2": "0", "y2": "6"])
        }
        svg.element(
            "rect",
            [
                "x": start.coordinate, "y": top.coordinate, "width": max(right - start, 3).coordinate, "height": (bottom - top).coordinate,
                "fill": "url(#\(id)-hatch)",
            ]
        ) { $0.element("title", text: words.incomplete) }
    }

    private func valueAxis(_ svg: inout Markup) {
        for (tick, label) in zip(values.ticks, valueLabels) {
            let y = y(tick)
            svg.shape(
                "line",
                ["class": tick == 0 ? "axis" : "grid", "x1": left.coordinate, "x2": right.coordinate, "y1": y.coordinate, "y2": y.coordinate]
            )
            svg.element("text", ["x": (left - 7).coordinate, "y": (y + size.font / 3).coordinate, "text-anchor": "end"], text: label)
        }
    }

    private func timeAxis(_ svg: inout Markup) {
        guard let times else { return }
        var free = 0.0
        for (tick, label) in zip(times.ticks, timeLabels) {
            let half = ChartLabels.width(label, font: size.font) / 2
            let middle = min(max(x(tick), half), size.width - half)
            guard middle - half >= free else { continue }
            free = middle + half + size.font / 2
            svg.element("text", ["x": middle.coordinate, "y": (bottom + size.font + 6).coordinate, "text-anchor": "middle"], text: label)
        }
    }

    private func line(_ svg: inout Markup, _ series: Chart.Series) {
        for run in runs(of: series) {
            guard let first = run.first, let last = run.last else { continue }
            guard run.count > 1 else {
                svg.shape("circle", ["class": "f\(series.style)", "cx": first.x.coordinate, "cy": first.y.coordinate, "r": "2.5"])
                continue
            }
            let path = "M" + run.map { "\($0.x.coordinate) \($0.y.coordinate)" }.joined(separator: "L")
            if series.area {
                let closed = "\(path)L\(last.x.coordinate) \(bottom.coordinate)L\(first.x.coordinate) \(bottom.coordinate)Z"
                svg.shape("path", ["class": "area f\(series.style)", "d": closed])
            }
            svg.shape("path", ["class": "line s\(series.style)\(series.dashed ? " compare" : "")", "d": path])
        }
    }

    private func markers(_ svg: inout Markup) {
        let shown = chart.markers.filter { isInside($0.time) }.sorted { $0.time < $1.time }
        for marker in shown { markerLine(&svg, marker) }
        let chosen = shown.sorted { ($0.weight, $0.time) > ($1.weight, $1.time) }
        let rows = ChartLabels.rows(for: chosen.map(span(of:)), gap: size.font, limit: size.markerRows)
        for case (let marker, let row?) in zip(chosen, rows) {
            let y = top + size.font + Double(row) * size.lineHeight
            svg.element("text", ["class": "marker-name", "x": span(of: marker).lowerBound.coordinate, "y": y.coordinate], text: shortened(marker))
        }
    }

    private func markerLine(_ svg: inout Markup, _ marker: Chart.Marker) {
        let x = x(marker.time).coordinate
        svg.element("line", ["class": "marker", "x1": x, "x2": x, "y1": top.coordinate, "y2": bottom.coordinate]) {
            $0.element("title", text: marker.label)
        }
    }

    /// What happened within the last step stands where it begins: there is nothing drawn behind.
    private func isInside(_ time: Date) -> Bool {
        guard let first = chart.times.first, let last = chart.times.last else { return false }
        return first <= time && time < last.addingTimeInterval(max(chart.lastStep, 1))
    }

    /// A marker's label stands to the right of its line, or to the left where the right has no room.
    private func span(of marker: Chart.Marker) -> ClosedRange<Double> {
        let width = ChartLabels.width(shortened(marker), font: size.font)
        let x = x(marker.time)
        return x + 5 + width <= right ? (x + 5)...(x + 5 + width) : (x - 5 - width)...(x - 5)
    }

    private func shortened(_ marker: Chart.Marker) -> String {
        ChartLabels.fitted(marker.label, width: (right - left) / 3 - 5, font: size.font)
    }

    private func names(_ svg: inout Markup) {
        size == .wide ? directNames(&svg) : legendNames(&svg)
    }

    /// Names beside the ends of their lines.
    private func directNames(_ svg: inout Markup) {
        let ends = chart.series.map { y($0.heights.last { $0 != nil }.flatMap { $0 } ?? 0) + size.font / 3 }
        let places = ChartLabels.spread(ends, gap: size.lineHeight, within: (top + size.font / 2)...bottom)
        for (series, place) in zip(chart.series, places) {
            let name = ChartLabels.fitted(series.drawnName, width: size.width - right - 8, font: size.font)
            svg.element("text", ["class": "name f\(series.style)", "x": (right + 7).coordinate, "y": place.coordinate], text: name)
        }
    }

    private func legendNames(_ svg: inout Markup) {
        for (series, place) in zip(chart.series, legend) {
            let y = size.font + Double(place.line) * (size.lineHeight + 2)
            let stroke = (y - size.font / 3).coordinate
            svg.shape(
                "line",
                [
                    "class": "line s\(series.style)\(series.dashed ? " compare" : "")", "x1": place.x.coordinate, "x2": (place.x + 18).coordinate,
                    "y1": stroke, "y2": stroke,
                ]
            )
            let name = ChartLabels.fitted(series.drawnName, width: size.width - place.x - 24, font: size.font)
            svg.element("text", ["class": "name f\(series.style)", "x": (place.x + 24).coordinate, "y": y.coordinate], text: name)
        }
    }

    private func emptiness(_ svg: inout Markup) {
        let middle = ((left + right) / 2).coordinate
        svg.element("text", ["x": middle, "y": ((top + bottom) / 2).coordinate, "text-anchor": "middle"], text: words.empty)
    }
}

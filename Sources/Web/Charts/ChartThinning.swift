import Foundation

extension Chart {
    /// The chart with at most `limit` points, all of them real ones: of each equal stretch of time every series keeps its
    /// lowest, its highest and, where it has a gap, one missing value. Charts within the limit stay as they are.
    func thinned(to limit: Int) -> Chart {
        guard times.count > limit, limit > 2 else { return self }
        var stretches = limit / 2
        var kept = keptIndices(stretches: stretches)
        // Several series rarely peak together, so the number of stretches that fits is found by trying fewer.
        while kept.count > limit, stretches > 1 {
            stretches = stretches * 4 / 5
            kept = keptIndices(stretches: stretches)
        }
        return picking(Array(kept.prefix(limit)))
    }

    private func keptIndices(stretches: Int) -> [Int] {
        var kept: Set<Int> = [0, times.count - 1]
        for stretch in 0..<stretches {
            let range = (stretch * times.count / stretches)..<((stretch + 1) * times.count / stretches)
            for line in series { kept.formUnion(Self.extremes(of: line.values, in: range)) }
        }
        return kept.sorted()
    }

    private static func extremes(of values: [Double?], in range: Range<Int>) -> [Int] {
        var low: (index: Int, value: Double)?
        var high: (index: Int, value: Double)?
        var gap: Int?
        for index in range {
            guard let value = values[index] else {
                gap = gap ?? index
                continue
            }
            if value < low?.value ?? .infinity { low = (index, value) }
            if value > high?.value ?? -.infinity { high = (index, value) }
        }
        return [low?.index, high?.index, gap].compactMap { $0 }
    }

    private func picking(_ indices: [Int]) -> Chart {
        var chart = self
        chart.times = indices.map { times[$0] }
        for line in series.indices {
            chart.series[line].values = indices.map { series[line].values[$0] }
        }
        return chart
    }
}

/// Sums as their tables hold them, in the order of the primary keys: two writers on one server engine cannot wait for each other then.
struct GatewaySumRow {
    let app: String
    /// A minute or a quarter.
    let time: Int
    let cell: GatewayCell
    let status: Int
    var sum: GatewaySum
}

struct GatewayDurationRow {
    let app: String
    let quarter: Int
    let cell: GatewayCell
    let part: GatewayPart
    let bucket: Int
    let calls: Int
}

extension GatewaySums {
    /// - Parameters:
    ///   - apps: only of these.
    ///   - width: minutes that one row stands for.
    func sumRows(of apps: Set<String>, width: Int) -> [GatewaySumRow] {
        var rows: [GatewaySumRow] = []
        for (cell, sums) in cells where apps.contains(cell.app) {
            let times = Dictionary(grouping: sums.minutes) { GatewayCellSums.Minute(minute: $0.key.minute / width, status: $0.key.status) }
            for (key, parts) in times {
                let sum = parts.reduce(into: GatewaySum()) { $0 += $1.value }
                rows.append(GatewaySumRow(app: cell.app, time: key.minute, cell: cell, status: key.status, sum: sum))
            }
        }
        return rows.sorted { ($0.app, $0.time, $0.cell, $0.status) < ($1.app, $1.time, $1.cell, $1.status) }
    }

    func durationRows(of apps: Set<String>) -> [GatewayDurationRow] {
        var rows: [GatewayDurationRow] = []
        for (cell, sums) in cells where apps.contains(cell.app) {
            for (key, histogram) in sums.durations {
                rows += histogram.buckets.map {
                    GatewayDurationRow(app: cell.app, quarter: key.quarter, cell: cell, part: key.part, bucket: $0.bucket, calls: $0.count)
                }
            }
        }
        return rows.sorted {
            ($0.app, $0.quarter, $0.cell, $0.part.rawValue, $0.bucket) < ($1.app, $1.quarter, $1.cell, $1.part.rawValue, $1.bucket)
        }
    }
}

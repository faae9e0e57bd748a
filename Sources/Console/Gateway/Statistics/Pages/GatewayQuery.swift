import Web

/// How the figures of the gateway are asked for, by pages and scripts alike.
struct GatewayQuery: Codable, Sendable {
    let platform: Platform?
    let version: String?
    /// A range by name; `from` and `to` win over it.
    let range: StatisticsPreset?
    let from: String?
    let to: String?
    let step: StatisticsQuery.Step?
    /// IANA name; the reader's own zone when absent.
    let zone: String?
    /// Order of the ranking.
    let sort: GatewayOrder?

    /// What every statistic understands of it.
    var statistics: StatisticsQuery {
        StatisticsQuery(
            platform: platform,
            version: version,
            range: range,
            from: from,
            to: to,
            step: step,
            zone: zone,
            compare: nil,
            sort: nil,
            refresh: nil,
            limit: nil,
            cursor: nil
        )
    }
}

import Web

/// How every statistic is asked for, by pages and scripts alike: all of it stands in the address.
struct StatisticsQuery: Codable, Sendable {
    let platform: Platform?
    let version: String?
    /// A range by name; `from` and `to` win over it.
    let range: StatisticsPreset?
    /// As ``Moment`` reads it.
    let from: String?
    let to: String?
    let step: Step?
    /// IANA name; the reader's own zone when absent.
    let zone: String?
    /// Whether the period before comes along; pages do so when nothing is said.
    let compare: Comparison?
    /// Order of a ranking.
    let sort: RPCOrder?
    /// Whether a page renews itself.
    let refresh: Refresh?
    /// Rows of a page's table.
    let limit: Int?
    let cursor: String?

    enum Step: String, Codable, CaseIterable, Sendable {
        case minute, hour, day

        var step: StatisticsStep {
            switch self {
            case .minute: .minute
            case .hour: .hour
            case .day: .day
            }
        }
    }

    enum Comparison: String, Codable, CaseIterable, Sendable {
        case previous, none
    }

    enum Refresh: String, Codable, CaseIterable, Sendable {
        case live, off
    }

    /// Whether anything but the range narrows the figures.
    var isNarrowed: Bool { platform != nil || version != nil }
}

extension StatisticsQuery {
    /// Asks for nothing but a platform.
    init(platform: Platform?) {
        self.init(
            platform: platform,
            version: nil,
            range: nil,
            from: nil,
            to: nil,
            step: nil,
            zone: nil,
            compare: nil,
            sort: nil,
            refresh: nil,
            limit: nil,
            cursor: nil
        )
    }
}

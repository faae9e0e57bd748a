/// `Seeds/traffic.json`: how much the demo's apps are used, and how well they fare.
struct TelemetrySeedTraffic: Decodable, Sendable {
    let days: Int
    let recent: Recent
    let apps: [App]

    /// The last minutes, which are denser so that the page by minute has something to show.
    struct Recent: Decodable, Sendable {
        let minutes: Int
        /// Crashes are this many times as likely as usual.
        let crashFactor: Double
    }

    struct App: Decodable, Sendable {
        let app: String
        /// 24 weights, local time.
        let hours: [Double]
        /// Seven factors on `dailyShare`, Monday first.
        let weekdays: [Double]
        /// The share of devices in use on a day.
        let dailyShare: Double
        /// Means per device in use, and per session.
        let sessionsPerDay: Double
        let callsPerSession: Double
        let eventsPerSession: Double
        /// Shares of sessions.
        let coldStartShare: Double
        let loginShare: Double
        /// Oldest first.
        let versions: [Version]
        let startUp: StartUp
        let operations: [Operation]
        let events: [Event]
        let platforms: [Platform]
    }

    struct Version: Decodable, Sendable {
        let name: String
        /// The share of devices that have this version *or a newer one*, which only grows.
        let adoption: [Point]
        /// Crashes per session.
        let crashRate: Double
    }

    /// `[day, share]`; between two points the curve is straight.
    struct Point: Decodable, Sendable {
        let day: Double
        let share: Double

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            day = try values.decode(Double.self)
            share = try values.decode(Double.self)
        }
    }

    /// Milliseconds, log-normal: `spread` is the standard deviation of the logarithm.
    struct StartUp: Decodable, Sendable {
        let median: Double
        let spread: Double
        /// The first start after installation takes this many times as long.
        let firstFactor: Double
    }

    struct Operation: Decodable, Sendable {
        let name: String
        let weight: Double
        let median: Double
        let spread: Double
        /// Bytes.
        let request: Double
        let response: Double
        let errors: [Failure]
    }

    struct Failure: Decodable, Sendable {
        let code: Int
        /// The share of calls that end so.
        let rate: Double
        /// How long such a call takes: a time-out's length. As long as any other where it is left out.
        let milliseconds: Double?
    }

    struct Event: Decodable, Sendable {
        let id: String
        let page: String
        let bizType: String
        let weight: Double
    }

    struct Platform: Decodable, Sendable {
        let platform: String
        let devices: Int
        /// In the recent minutes, on top of the day's; at least one session a minute.
        let sessionsPerMinute: Double
        let process: String
        let identifier: String
        let crashes: [Crash]
    }

    struct Crash: Decodable, Sendable {
        /// In `Seeds/crashes`.
        let file: String
        let weight: Double
        /// Only these versions crash so; all of them where it is left out.
        let versions: [String]?
        let runtime: String
        let page: String
        let thread: String
        let background: Bool?
    }
}

extension TelemetrySeedTraffic.App {
    /// The version on a device `rank` (0 is the first to update, 1 the last) at `day`: the newest that has reached it.
    func version(rank: Double, day: Double) -> TelemetrySeedTraffic.Version? {
        versions.last { rank < $0.share(day: day) } ?? versions.first
    }
}

extension TelemetrySeedTraffic.Version {
    func share(day: Double) -> Double {
        guard let next = adoption.firstIndex(where: { $0.day > day }) else { return adoption.last?.share ?? 0 }
        guard next > 0 else { return adoption[0].share }
        let (from, to) = (adoption[next - 1], adoption[next])
        return from.share + (to.share - from.share) * (day - from.day) / (to.day - from.day)
    }
}

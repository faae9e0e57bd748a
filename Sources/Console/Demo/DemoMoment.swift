import Foundation
import Storage

/// When something of the demo happened: whole days before the seeding, and a time of day in the app's zone. In the files `"6d 15:20"`.
struct DemoMoment: Decodable, Sendable, Equatable {
    let days: Int
    /// Since midnight.
    let minutes: Int

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let moment = DemoMoment(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no moment of the demo: \(text)")
        }
        self = moment
    }

    init?(_ text: String) {
        let parts = text.split(whereSeparator: { "d :".contains($0) }).compactMap { Int($0) }
        guard parts.count == 3, (0...400).contains(parts[0]), (0...23).contains(parts[1]), (0...59).contains(parts[2]) else { return nil }
        (days, minutes) = (parts[0], parts[1] * 60 + parts[2])
    }

    /// Never later than a minute ago: who loads the demo early in the morning finds what was planned for the forenoon done.
    func date(in zone: TimeZone, now: Date) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let midnight = calendar.startOfDay(for: now)
        let day = calendar.date(byAdding: .day, value: -days, to: midnight) ?? midnight.addingTimeInterval(Double(-days) * 86_400)
        return min(day.addingTimeInterval(Double(minutes) * 60), now.addingTimeInterval(-60))
    }

    /// One that stands at this moment.
    func clock(in zone: TimeZone, now: Date) -> Clock {
        let time = date(in: zone, now: now)
        return Clock { time }
    }
}

/// Somebody of the demo: nobody's account, only a name beside what was done.
struct DemoPerson: Decodable, Sendable {
    let name: String

    init(from decoder: any Decoder) throws {
        name = try decoder.singleValueContainer().decode(String.self)
    }

    var actor: Actor { Actor(id: "demo", name: name) }
}

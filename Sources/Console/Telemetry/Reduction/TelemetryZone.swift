import Formats
import Foundation

/// A time zone as a table of its changes, so that placing a line in time and on a day costs a short search and no call to Foundation,
/// whose answer takes a lock. Worth keeping: making one for an IANA zone takes a millisecond.
public struct TelemetryZone: Sendable, Equatable {
    /// From when (seconds since 1970 UTC) each offset holds; the first holds from ever.
    private let starts: [Int]
    /// Seconds ahead of UTC.
    private let offsets: [Int]

    /// One offset for ever, as an upload's header `timeZone: +08:00` names it.
    public init(secondsFromGMT offset: Int) {
        starts = [.min]
        offsets = [offset]
    }

    /// The offset in the words of the header (``Formats/UTCOffset``); nil when it is absent or not one.
    public init?(header: String?) {
        guard let offset = header.flatMap({ UTCOffset.seconds($0) }) else { return nil }
        self.init(secondsFromGMT: offset)
    }

    /// The changes of an IANA zone from 2020 to 2050; before and after, the nearest offset holds.
    ///
    /// The zone is asked once a day and each change then narrowed down to the second, which also finds changes that are not daylight saving.
    public init(_ zone: TimeZone) {
        var starts = [Int.min]
        var offsets = [Self.offset(zone, Self.first)]
        for day in stride(from: Self.first, to: Self.last, by: 86_400) {
            let next = Self.offset(zone, day + 86_400)
            guard next != offsets[offsets.count - 1] else { continue }
            starts.append(Self.change(zone, after: day, to: next))
            offsets.append(next)
        }
        self.starts = starts
        self.offsets = offsets
    }

    private static let first = 1_577_836_800
    private static let last = 2_524_608_000

    private static func offset(_ zone: TimeZone, _ time: Int) -> Int {
        zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(time)))
    }

    private static func change(_ zone: TimeZone, after day: Int, to offset: Int) -> Int {
        var before = day
        var after = day + 86_400
        while after - before > 1 {
            let middle = (before + after) / 2
            if self.offset(zone, middle) == offset { after = middle } else { before = middle }
        }
        return after
    }

    /// Seconds ahead of UTC at a moment (seconds since 1970 UTC).
    public func offset(at time: Int) -> Int {
        offsets[(starts.lastIndex { $0 <= time }) ?? 0]
    }

    /// Seconds ahead of UTC when clocks show `local` (seconds since 1970-01-01 00:00 on the clock).
    ///
    /// An hour that clocks show twice is its first; in an hour they skip, the new offset holds.
    public func offset(atLocal local: Int) -> Int {
        var index = starts.count - 1
        while index > 0, local < starts[index] + offsets[index - 1] { index -= 1 }
        return offsets[index]
    }

    /// The day at a moment, counted from 1970-01-01 on the zone's calendar.
    public func day(at time: Int) -> Int {
        let local = time + offset(at: time)
        return local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    }
}

import Foundation

/// The uploads of one app on one platform.
struct TelemetrySeedStream: Sendable {
    let writer: TelemetrySeedLines
    let devices: [TelemetrySeedDevice]
    let seed: UInt64

    private var window: TelemetrySeedWindow { writer.window }
    private var name: String { "\(writer.app.app)-\(writer.platform.platform)" }

    /// What is made, and kept in memory, at once.
    enum Part {
        /// A local day; day 0 is the one the window's start falls on.
        case day(Int)
        /// The last minutes once more, with at least one session in each of them.
        case recent(TelemetrySeedTraffic.Recent)
    }

    func batches(of part: Part) -> [TelemetrySeed.Batch] {
        switch part {
        case .day(let day): batches(lines(of: window.midnight(day: day)), part: String(day))
        case .recent(let recent): batches(lines(of: recent), part: "recent")
        }
    }

    private func lines(of midnight: Date) -> [TelemetrySeedLine] {
        var random = TelemetrySeedRandom(seed: seed, purpose: "\(name)/\(Int(midnight.timeIntervalSince1970))")
        let share = writer.app.dailyShare * writer.app.weekdays[window.weekday(of: midnight)]
        let tomorrow = window.position(of: midnight) + 1
        var lines: [TelemetrySeedLine] = []
        for device in devices where device.joined < tomorrow && random.chance(share * device.eagerness) {
            for _ in 0...random.poisson(writer.app.sessionsPerDay - 1) {
                lines += writer.session(of: device, at: time(after: midnight, random: &random), random: &random)
            }
        }
        return lines
    }

    private func time(after midnight: Date, random: inout TelemetrySeedRandom) -> Date {
        let hour = random.pick(Array(writer.app.hours.enumerated()), \.element)?.offset ?? 12
        return midnight + Double(hour) * 3600 + random.between(0, 3600)
    }

    private func lines(of recent: TelemetrySeedTraffic.Recent) -> [TelemetrySeedLine] {
        var random = TelemetrySeedRandom(seed: seed, purpose: "\(name)/recent")
        var lines: [TelemetrySeedLine] = []
        for minute in window.minutes(last: recent.minutes) {
            let room = min(60, window.end.timeIntervalSince(minute))
            for _ in 0...random.poisson(max(0, writer.platform.sessionsPerMinute - 1)) {
                guard let device = random.pick(devices, \.eagerness) else { continue }
                let start = minute + random.between(0, room)
                lines += writer.session(of: device, at: start, crashFactor: recent.crashFactor, random: &random)
            }
        }
        return lines
    }

    private func batches(_ lines: [TelemetrySeedLine], part: String) -> [TelemetrySeed.Batch] {
        let byVersion = Dictionary(grouping: lines, by: \.version).sorted { $0.key < $1.key }
        return byVersion.flatMap { version, lines in
            let sorted = lines.sorted { $0.time < $1.time }
            return stride(from: 0, to: sorted.count, by: TelemetrySeed.lineLimit).map { first in
                let piece = sorted[first..<min(first + TelemetrySeed.lineLimit, sorted.count)]
                return batch(piece, version: version, id: "demo-\(window.name)-\(name)-\(part)-\(version)-\(first)")
            }
        }
    }

    private func batch(_ piece: ArraySlice<TelemetrySeedLine>, version: String, id: String) -> TelemetrySeed.Batch {
        TelemetrySeed.Batch(
            id: id,
            app: writer.app.app,
            platform: writer.platform.platform,
            productId: writer.productId,
            utdId: "-",
            userId: nil,
            version: version,
            count: piece.count,
            lines: Array(piece.map(\.bytes).joined(separator: CollectionOfOne(UInt8(ascii: "\n"))))
        )
    }
}

import Formats
import Foundation

/// The demo's tasks: `Seeds/diagnosis.json`. One device has sent its log, which the first job of the running console reads; others have not answered.
struct DiagnosisSeed {
    private let entries: [Entry]

    private struct Entry: Decodable {
        let app: String
        let platform: Platform
        let description: String
        let consent: String
        let by: DemoPerson
        /// Of the demo's devices, by when they were last seen.
        let device: Int
        /// What it sent; nil for one that has not.
        let lines: [Line]?
    }

    private struct Line: Decodable {
        /// Seconds after the beginning of the log.
        let at: Double
        let level: String
        let tag: String
        let text: String
    }

    init(folder: URL) throws {
        entries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: folder.appending(path: "diagnosis.json")))
    }

    /// Adds those of some apps, for devices that the demo's lines told of.
    /// - Parameter publicURL: what devices would call the console.
    func fill(_ diagnosis: Diagnosis, _ apps: [App], publicURL: String) async throws {
        for entry in entries {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            let known = try await diagnosis.database.read { try $0.diagnosisSeedDevice(app.id, entry.platform, entry.device) }
            guard let device = known else { continue }
            let start = DiagnosisPlan.hour(diagnosis.clock.now.addingTimeInterval(-2 * 3_600), .down)
            let plan = DiagnosisPlan(
                device: device,
                platform: entry.platform,
                from: start,
                to: start.addingTimeInterval(3_600),
                description: entry.description,
                consent: entry.consent
            )
            let made = try await diagnosis.create([plan], of: app, publicURL: publicURL, by: entry.by.actor, entry.by.actor.id)
            guard let lines = entry.lines, let part = made.first?.parts.first?.id else { continue }
            guard let door = try await diagnosis.database.read({ try $0.diagnosisDoor(app.id, part) }) else { continue }
            _ = try await diagnosis.takeWhole(try Self.file(lines, from: start, in: app.timeZone), at: door)
        }
    }

    /// An archive of the hour's file, as the console's own client packs it.
    private static func file(_ lines: [Line], from start: Date, in zone: TimeZone) throws -> [UInt8] {
        func text(_ date: Date, _ format: String) -> String {
            let formatter = DateFormatter()
            (formatter.locale, formatter.timeZone, formatter.dateFormat) = (Locale(identifier: "en_US_POSIX"), zone, format)
            return formatter.string(from: date)
        }
        let all = lines.map { line in
            "\(text(start.addingTimeInterval(line.at), "yyyy-MM-dd HH:mm:ss.SSS")) [\(line.level)] [\(line.tag)] \(line.text)\n"
        }
        return try ZipBytes.write([("\(text(start, "yyyy-MM-dd-HH")).log", Array(all.joined().utf8))])
    }
}

extension DiagnosisPlan {
    fileprivate init(device: String, platform: Platform, from: Date, to: Date, description: String, consent: String) {
        (user, self.device, self.platform) = ("", device, platform)
        (self.from, self.to) = (from, to)
        (network, channel) = (.wifi, .poll)
        (self.description, self.consent) = (description, consent)
    }
}

import Foundation

/// The switches as they were fetched last, on disk.
struct SwitchesCache: Codable, Equatable {
    var values: [String: SwitchValue] = [:]
    /// The console's name for this set of values.
    var version: String?
    var fetchedAt: Date?
    /// For whom they were fetched: rules may go by user and by the version of the app.
    var user: String?
    var appVersion: String?

    /// An empty one if there is no file, or none that can be read.
    static func kept(in file: URL) -> SwitchesCache {
        let kept = (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(SwitchesCache.self, from: $0) }
        return kept ?? SwitchesCache()
    }

    /// A cache that cannot be written costs a fetch at the next start, nothing else.
    func write(_ file: URL) {
        guard let data = try? JSONEncoder().encode(self) else { return }
        try? data.write(to: file, options: .atomic)
    }
}

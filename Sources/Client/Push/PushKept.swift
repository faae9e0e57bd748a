import Foundation

/// What this device has of pushes, on disk. Written as a whole and atomically.
struct PushKept: Codable, Equatable {
    /// What the app was given last; `nil` when it wants no pushes.
    var registration: PushRegistration?
    /// What the console was told last, and when.
    var bound: PushQuestion?
    var boundAt: Date?
    /// A token that the console is still to forget.
    var ended: String?
    /// Reports that were not delivered yet, the oldest first. At most 200.
    private(set) var reports: [PushReport] = []
    /// The last 200 that were made: an app may tell the same twice.
    private(set) var told: [PushReport] = []

    mutating func report(_ report: PushReport) {
        guard !told.contains(report) else { return }
        told = (told + [report]).suffix(200)
        reports = (reports + [report]).suffix(200)
    }

    mutating func delivered(_ report: PushReport) {
        reports.removeAll { $0 == report }
    }

    /// Nothing if there is no file, or none that can be read.
    static func kept(in file: URL) -> PushKept {
        (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(PushKept.self, from: $0) } ?? PushKept()
    }

    /// What the disk does not take is told again after the next start.
    func write(_ file: URL) {
        try? JSONEncoder().encode(self).write(to: file, options: .atomic)
    }
}

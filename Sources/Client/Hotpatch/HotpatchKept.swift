import Foundation

/// What this device has of patches, on disk. Written as a whole and atomically, before what it tells of is done.
struct HotpatchKept: Codable, Equatable {
    /// The patch whose package lies beside this file.
    var held: HotpatchOffer?
    /// The version of the app it was fetched by: a patch of code fits no other.
    var appVersion: String?
    /// How often it was begun to be applied without the app having lived on for a while.
    var attempts = 0
    /// Versions that are not taken again: withdrawn, failed, or in a crash loop. The last 50.
    private(set) var dropped: [String] = []
    /// Reports that were not delivered yet, the oldest first. At most 100.
    private(set) var reports: [HotpatchReport] = []
    /// The last 100 that were made: what failed at each start is told once.
    private(set) var told: [HotpatchReport] = []

    mutating func drop(_ version: String) {
        guard !dropped.contains(version) else { return }
        dropped = (dropped + [version]).suffix(50)
    }

    mutating func report(_ version: String, _ event: HotpatchReport.Event, _ fault: HotpatchFault? = nil) {
        let report = HotpatchReport(version: version, event: event, code: fault?.rawValue)
        guard !told.contains(report) else { return }
        told = (told + [report]).suffix(100)
        reports = (reports + [report]).suffix(100)
    }

    mutating func delivered(_ report: HotpatchReport) {
        reports.removeAll { $0 == report }
    }

    /// Nothing if there is no file, or none that can be read.
    static func kept(in file: URL) -> HotpatchKept {
        (try? Data(contentsOf: file)).flatMap { try? JSONDecoder().decode(HotpatchKept.self, from: $0) } ?? HotpatchKept()
    }

    /// - Throws: what the disk says. A patch whose beginning cannot be written down is not run: nothing would end a crash loop.
    func write(_ file: URL) throws {
        try JSONEncoder().encode(self).write(to: file, options: .atomic)
    }
}

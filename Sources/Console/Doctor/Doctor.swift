import Foundation
import Storage

/// Looks whether an installation is as it should be. Changes nothing but a probe in the object store.
struct Doctor: Sendable {
    let settings: Settings
    /// The open database; nil when there is none, or it cannot be opened.
    let database: Database?
    /// Whether this is the running console: its own files are locked by itself then.
    var isRunning = false
    /// Bytes on the disk of a path; tests have their own.
    var space: @Sendable (String) -> DoctorSpace? = { DoctorSpace(path: $0) }
    var clock = Clock.system

    func report(_ progress: MovingProgress) async throws -> DoctorReport {
        var findings = place()
        try progress.step("looking at the database")
        if let database { findings += await checks(of: database) }
        findings += await key()
        try progress.step("asking the object store")
        findings.append(await objects())
        return DoctorReport(findings: findings + addresses())
    }

    /// Opens the database of a console that is not running.
    /// - Returns: what is wrong when it cannot be opened.
    static func open(_ settings: Settings) async -> (Database?, [DoctorFinding]) {
        let path = "\(settings.data)/console.sqlite"
        do {
            if let url = settings.database { return (try await Database(postgres: url, application: "console doctor", connections: 2), []) }
            guard FileManager.default.fileExists(atPath: path) else {
                return (nil, [.warn("database", "there is no database \(path) yet", "console serve makes it; or name the right --data")])
            }
            try MovedNote.check(settings.data)
            return (try Database(path: path, readLimit: .seconds(60)), [])
        } catch let error as MovingError {
            return (nil, [.warn("database", "\(error)", "run console doctor with the --database of the nodes")])
        } catch {
            let remedy =
                settings.database == nil
                ? "console restore BACKUP puts a backup in its place, and keeps this one"
                : "check the address, and that the server runs and lets this user in"
            return (nil, [.fail("database", "cannot be opened: \(error)", remedy)])
        }
    }
}

/// Bytes on a disk.
struct DoctorSpace: Sendable, Equatable {
    let free: Int
    let total: Int

    init(free: Int, total: Int) {
        (self.free, self.total) = (free, total)
    }

    /// - Returns: nil when the path is on no disk that says.
    init?(path: String) {
        guard let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path), let free = attributes[.systemFreeSize] as? NSNumber,
            let total = attributes[.systemSize] as? NSNumber
        else { return nil }
        self.init(free: free.intValue, total: total.intValue)
    }
}

import Foundation
import Logging
import Storage

/// Whether the console can do its work now.
public struct OperationsHealth: Sendable {
    let database: Database
    let dataPath: String
    let started: Date
    /// Why uploads are refused, when they are.
    let intakeFailure: @Sendable () -> String?

    /// Below this much free disk the console is not ready: a full disk must not be met in the middle of a commit.
    static let freeBytesNeeded: Int64 = 512 << 20

    private static let logger = Logger(label: "health")

    struct Check: Codable, Sendable {
        let name: String
        let passed: Bool
        let detail: String
        /// The figure in `detail`, for pages, which say it in the reader's language.
        var figure = ""
    }

    func checks() async -> [Check] {
        [await databaseCheck(), diskCheck(), intakeCheck()]
    }

    private func databaseCheck() async -> Check {
        do {
            let version = try await database.read { try $0.schemaNumber() }
            return Check(name: "database", passed: true, detail: "schema \(version)", figure: "\(version)")
        } catch {
            // Probes carry no token: what exactly is wrong is for the log.
            Self.logger.error("the database cannot be read", metadata: ["error": "\(error)"])
            return Check(name: "database", passed: false, detail: "cannot be read")
        }
    }

    private func diskCheck() -> Check {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: dataPath)
        let free = (attributes?[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
        let figure = String(format: "%.1f GiB", Double(free) / Double(1 << 30))
        return Check(name: "disk", passed: free >= Self.freeBytesNeeded, detail: "\(free >> 20) MiB free", figure: figure)
    }

    private func intakeCheck() -> Check {
        let failure = intakeFailure()
        return Check(name: "intake", passed: failure == nil, detail: failure ?? "accepting")
    }
}

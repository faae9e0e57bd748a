import Foundation
import Storage

/// A kind of job and what one of them carries: the name is stored, so it stays when the code is renamed.
///
/// A room says its kind and its payload, queues jobs inside the transaction that causes them, and has one line in ``Server``'s list of handlers:
///
///     struct PackageRepack: Codable, Sendable { let build: String }
///     extension JobKind<PackageRepack> { static var packageRepack: Self { JobKind("package.repack") } }
///
///     try jobs.add(.packageRepack, PackageRepack(build: id), app: app, once: id, by: actor, in: connection)
///
///     JobHandler(.packageRepack) { work, run in
///         let package = try await repacker.repack(work.build) { run.report($0, "repacking") }
///         try await database.write { connection in
///             try connection.insertPackage(package)
///             try run.finish(package.id, in: connection)
///         }
///     }
public struct JobKind<Payload: Codable & Sendable>: Sendable {
    let name: String
    let mostAttempts: Int

    /// - Parameters:
    ///   - name: the trade's words with dots, e.g. `package.repack`; named in the catalogue under `label.jobKind.…` with `_` for the dot.
    ///   - mostAttempts: with the pauses in between (see ``JobPauses``) eight take about 20 minutes.
    init(_ name: String, mostAttempts: Int = 8) {
        self.name = name
        self.mostAttempts = mostAttempts
    }
}

/// What does the jobs of one kind.
struct JobHandler: Sendable {
    let kind: String
    let perform: @Sendable (_ payload: String, JobRun) async throws -> Void

    /// - Parameter work: does one job. Every write in it is refused once the job is no longer this run's: cancelled, or given to another
    ///   node because this one stood still. What ends with ``JobRun/finish(_:in:)`` takes effect once; what just returns is done at least
    ///   once. An error means another attempt, a ``JobHopeless`` none. A cancelled job cancels the task.
    init<Payload>(_ kind: JobKind<Payload>, _ work: @escaping @Sendable (Payload, JobRun) async throws -> Void) {
        self.kind = kind.name
        perform = { payload, run in
            guard let payload = try? JSONDecoder().decode(Payload.self, from: Data(payload.utf8)) else { throw JobHopeless(word: "unreadable") }
            try await work(payload, run)
        }
    }
}

/// Another attempt would end the same way.
struct JobHopeless: Error, CustomStringConvertible {
    /// Shown as it is, or as the catalogue's `label.jobError` has it.
    let description: String
    /// Whether the catalogue has it.
    let isWord: Bool

    init(_ reason: String) {
        description = reason
        isWord = false
    }

    init(word: String) {
        description = word
        isWord = true
    }
}

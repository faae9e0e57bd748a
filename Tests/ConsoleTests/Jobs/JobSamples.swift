import Foundation
import Storage

@testable import Console

/// Work for tests.
struct SampleWork: Codable, Sendable {
    let number: Int
}

extension JobKind<SampleWork> {
    static var sample: Self { JobKind("test.sample", mostAttempts: 3) }
    static var stubborn: Self { JobKind("test.stubborn", mostAttempts: 1_000) }
}

extension NodeRoom {
    var jobs: Jobs { Jobs(database: database, audit: Audit(clock: .system)) }

    @discardableResult
    func add(_ number: Int, _ kind: JobKind<SampleWork> = .sample, once: String? = nil, after delay: Duration = .zero) async throws -> String? {
        let jobs = jobs
        return try await database.write { try jobs.add(kind, SampleWork(number: number), once: once, after: delay, by: .console, in: $0) }
    }

    /// - Parameter life: of the lease on a job.
    func worker(_ handlers: [JobHandler], as holder: String = "a", life: Duration = .seconds(30)) -> JobWorker {
        let pauses = JobPauses(first: .milliseconds(20), longest: .milliseconds(20), chance: { 0 })
        return JobWorker(database: database, holder: holder, handlers: handlers, life: life, pauses: pauses)
    }
}

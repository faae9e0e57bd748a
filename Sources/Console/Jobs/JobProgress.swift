import Foundation
import Storage
import Web

/// How far a job is, for any page that includes `Views/Jobs/progress` in a section of this value's name:
///
///     {{#progress}}{{>Jobs/progress}}{{/progress}}
///
/// With script the page keeps itself up to date, and is made anew when the job ends; the room gives the address of a `stream` of its own that
/// answers `EventStream.response(jobs.changes(of: id))`, so that its own policy holds. Without script there is a link.
public struct JobProgress: Codable, Sendable {
    /// Of the part of the page; another one when the job is over, by which the page knows that all of it has changed.
    public let part: String
    public let state: JobState
    /// Class of `tag`.
    public let look: String
    public let isOver: Bool
    public let isRunning: Bool
    /// Waits after it failed, until then.
    public let again: Date?
    /// Thousandths, and as a fraction.
    public let thousandths: Int
    public let done: Double
    public let step: String
    public let attempt: Int
    public let mostAttempts: Int
    /// Why it failed, the last time.
    public let error: String?
    /// Since it was begun, or as long as it took; nil while it waits.
    public let elapsed: Message?
    /// The last ones, the newest first.
    public let lines: [JobLine]
    /// Lines before these, if any.
    public let earlier: Int?
    /// Of the stream of events.
    public let live: String
    /// Of the page itself.
    public let page: String

    static let shown = 50

    init(_ job: Job, lines: [JobLine], earlier: Int, now: Date, page: String, live: String) {
        isOver = job.finishedAt.value != nil
        part = isOver ? "job-over" : "job-progress"
        state = job.state
        look = job.state.look
        isRunning = job.state == .running
        again = job.state == .waiting && job.error.value != nil ? job.runAt : nil
        thousandths = job.progress
        done = Double(job.progress) / 1_000
        step = job.step
        attempt = job.attempts
        mostAttempts = job.mostAttempts
        error = job.state == .done ? nil : job.error.value
        elapsed = job.state == .waiting ? nil : job.startedAt.value.map { Self.elapsed(from: $0, to: job.finishedAt.value ?? now) }
        self.lines = lines
        self.earlier = earlier > 0 ? earlier : nil
        self.live = live
        self.page = page
    }

    static func elapsed(from start: Date, to end: Date) -> Message {
        let seconds = max(0, Int(end.timeIntervalSince(start).rounded()))
        let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
        if hours > 0 { return Message("jobs.elapsed.hours", ["hours": "\(hours)", "minutes": "\(minutes)"]) }
        if minutes > 0 { return Message("jobs.elapsed.minutes", ["minutes": "\(minutes)", "seconds": "\(seconds % 60)"]) }
        return Message("jobs.elapsed.seconds", ["seconds": "\(seconds)"])
    }
}

extension Jobs {
    /// What a job says of itself, in order.
    /// - Parameter number: of the last line that is known already.
    /// - Throws: `notFound`.
    func lines(of id: String, after number: Int = 0, limit: Int = JobLog.most) async throws -> List<JobLine> {
        try await database.read { connection in
            guard try connection.job(id) != nil else { throw Problem.notFound }
            let rows = try connection.jobLines(of: id, after: number, limit: limit + 1)
            let next = rows.count > limit ? "\(rows[limit - 1].number)" : nil
            return List(items: Array(rows.prefix(limit)), next: next, total: try connection.countJobLines(of: id))
        }
    }

    /// - Parameters:
    ///   - page: the page's own address.
    ///   - live: of the stream of ``changes(of:every:)`` that those who see the page may open.
    /// - Throws: `notFound`.
    func progress(of id: String, page: String, live: String) async throws -> JobProgress {
        try await database.read { connection in
            guard let job = try connection.job(id) else { throw Problem.notFound }
            let lines = try connection.lastJobLines(of: id, limit: JobProgress.shown)
            let earlier = try connection.countJobLines(of: id) - lines.count
            return JobProgress(job, lines: lines, earlier: earlier, now: try connection.now(), page: page, live: live)
        }
    }

    /// Yields `changed` whenever a job did, on whatever node it runs, and ends with the job; at once when it is over already.
    /// - Parameter period: how often the database is asked.
    func changes(of id: String, every period: Duration = .seconds(1)) -> AsyncStream<String> {
        LiveChanges.stream(every: period) { [database] in try await database.read { try $0.jobMark(id) } }
    }
}

extension JobMark: LiveMark {
    var isOver: Bool { state == .done || state == .failed || state == .cancelled }
}

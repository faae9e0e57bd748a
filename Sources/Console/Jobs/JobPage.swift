import Foundation
import Web

/// What the page of jobs shows beside the list itself.
struct JobPage: Codable, Sendable {
    let rows: [Row]
    /// One state is asked for, so that an empty list does not mean that there is nothing.
    let filtered: Bool
    let states: [Choice]
    let pager: Pager

    struct Choice: Codable, Sendable {
        let state: JobState
        let chosen: Bool
    }

    /// A job as pages show it.
    struct Row: Codable, Sendable {
        let job: Job
        /// For the catalogue, where dots divide.
        let label: String
        /// The state's class of `tag`.
        let look: String
        let running: Bool
        /// Waits after it failed.
        let again: Bool
        /// It has neither a result nor a reason.
        let silent: Bool
        /// 0 to 1.
        let done: Double
        let mayCancel: Bool
        let mayRetry: Bool

        init(_ job: Job) {
            self.job = job
            label = job.kind.replacing(".", with: "_")
            look = job.state.look
            running = job.state == .running
            again = job.state == .waiting && job.error.value != nil
            silent = job.error.value == nil && job.result.value == nil
            done = Double(job.progress) / 1_000
            mayCancel = job.state.mayBeCancelled
            mayRetry = job.state.mayBeRetried
        }
    }

    init(_ list: List<Job>, _ state: JobState?, _ pager: Pager) {
        rows = list.items.map(Row.init)
        filtered = state != nil
        states = JobState.allCases.map { Choice(state: $0, chosen: $0 == state) }
        self.pager = pager
    }
}

extension JobState {
    /// Its class of `tag`.
    var look: String {
        switch self {
        case .waiting, .cancelled: ""
        case .running: "run"
        case .done: "good"
        case .failed: "bad"
        }
    }
}

/// What the page of one job shows beside the job itself.
struct JobDetail: Codable, Sendable {
    /// For the catalogue, where dots divide.
    let label: String
    let mayCancel: Bool
    let mayRetry: Bool
    let progress: JobProgress

    init(_ job: Job, progress: JobProgress) {
        label = job.kind.replacing(".", with: "_")
        mayCancel = job.state.mayBeCancelled
        mayRetry = job.state.mayBeRetried
        self.progress = progress
    }
}

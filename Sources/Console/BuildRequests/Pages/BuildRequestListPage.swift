import Foundation
import Web

/// What `Views/BuildRequests/list` shows beside the list.
struct BuildRequestListPage: Codable, Sendable {
    let rows: [Row]
    let platforms: [AppPlatformChoice]
    let states: [State]
    /// Something is asked for, so that an empty list does not mean that there is nothing.
    let filtered: Bool
    let mayAsk: Bool
    /// Agents that asked within the last minute.
    let agents: Int
    /// Something waits, and there is none.
    let isStranded: Bool
    /// The command that runs one.
    let command: String
    let pager: Pager

    struct State: Codable, Sendable {
        let state: BuildRequestState
        let chosen: Bool
    }

    struct Row: Codable, Sendable {
        let request: BuildRequest
        /// Class of `tag`.
        let look: String
        let isRunning: Bool
        let duration: Message?
        let failure: String?
    }

    init(_ list: List<BuildRequest>, _ filter: BuildRequestFilter, _ agents: [BuildAgent], _ pager: Pager, _ app: App, _ context: Context) {
        rows = list.items.map { Row($0, now: context.reader.now) }
        platforms = AppPlatformChoice.all(of: app, chosen: filter.platform?.rawValue)
        states = BuildRequestState.allCases.map { State(state: $0, chosen: $0 == filter.state) }
        filtered = filter.platform != nil || filter.state != nil
        mayAsk = Policy.role(.operator).admits(context.viewer, app: app.id) && app.archivedAt == nil
        self.agents = agents.count { $0.isThere(at: context.reader.now) }
        isStranded = self.agents == 0 && list.items.contains { $0.state == .waiting }
        command = BuildAgentCommand.text(publicURL: context.publicURL, platforms: app.platforms.map(\.platform))
        self.pager = pager
    }
}

extension BuildRequestListPage.Row {
    fileprivate init(_ request: BuildRequest, now: Date) {
        self.init(
            request: request,
            look: request.state.look,
            isRunning: request.state == .running,
            duration: request.duration(at: now),
            failure: request.failure
        )
    }
}

extension BuildRequestState {
    /// Its class of `tag`.
    var look: String {
        switch self {
        case .waiting, .cancelled: ""
        case .running: "run"
        case .succeeded: "good"
        case .failed: "bad"
        }
    }
}

extension BuildRequest {
    /// A word of the catalogue's `label.buildReason`, or what its agent said; also of one that waits again after its agent fell silent.
    var failure: String? { state == .succeeded ? nil : reason.value }

    /// Since it was begun, or as long as it took; nil before that.
    func duration(at now: Date) -> Message? {
        guard state != .waiting, let start = startedAt.value else { return nil }
        return JobProgress.elapsed(from: start, to: finishedAt.value ?? now)
    }
}

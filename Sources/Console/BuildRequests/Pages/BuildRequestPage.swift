import Foundation
import Web

/// What `Views/BuildRequests/request` shows beside the request.
struct BuildRequestPage: Codable, Sendable {
    /// Of the part that follows the build; another one when it is over, by which the page knows that all of it has changed.
    let part: String
    let look: String
    let isOver: Bool
    let isWaiting: Bool
    let duration: Message?
    let failure: String?
    /// It waits, and nobody who could take it asked for work within the last minute.
    let isStranded: Bool
    /// The command that runs an agent.
    let command: String
    let log: BuildRequestLogTail
    let result: BuildRequestBuild?
    let mayCancel: Bool
    let mayRetry: Bool
    /// Of the page, and of what belongs to it.
    let page: String

    init(_ request: BuildRequest, _ log: BuildRequestLogTail, _ agents: [BuildAgent], build: Build?, _ context: Context) {
        isOver = request.state.isOver
        part = isOver ? "build-over" : "build-progress"
        look = request.state.look
        isWaiting = request.state == .waiting
        duration = request.duration(at: context.reader.now)
        failure = request.failure
        isStranded = isWaiting && !agents.contains { $0.isThere(at: context.reader.now) && $0.canTake(request) }
        command = BuildAgentCommand.text(publicURL: context.publicURL, platforms: [request.platform])
        self.log = log
        result = build.map(BuildRequestBuild.init)
        let mayWork = Policy.role(.operator).admits(context.viewer, app: request.app)
        mayCancel = mayWork && request.state.mayBecome(.cancelled)
        mayRetry = mayWork && isOver
        page = "/apps/\(request.app)/build-requests/\(request.id)"
    }
}

/// The build that came of a request.
struct BuildRequestBuild: Codable, Sendable {
    let id: String
    let version: String
    let size: Int

    init(_ build: Build) {
        id = build.id
        version = build.spokenVersion
        size = build.size
    }
}

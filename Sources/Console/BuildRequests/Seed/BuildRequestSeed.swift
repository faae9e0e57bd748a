import Foundation
import Web

/// The demo's build requests: `Seeds/build-requests.json`, by the same verbs as anybody's. They ask for a label that no real agent has.
struct BuildRequestSeed {
    private let plan: Plan

    private struct Plan: Decodable {
        /// Name of the agent that did those that are done.
        let agent: String
        let label: String
        /// In the order in which they were asked for.
        let requests: [Entry]
    }

    private struct Entry: Decodable {
        let app: String
        let platform: Platform
        let repository: String
        let kind: BuildRequestSourceKind
        let ref: String
        let configuration: String
        /// When it was asked for.
        let minutesAgo: Double
        /// That it took, of one that is done.
        let seconds: Double?
        let note: String?
        /// `NAME=value`
        let parameters: [String]?
        /// Lines.
        let log: [String]?
        /// Of a failure.
        let reason: String?
        /// Of one that is done.
        let exitCode: Int?
    }

    init(folder: URL) throws {
        plan = try JSONDecoder().decode(Plan.self, from: Data(contentsOf: folder.appending(path: "build-requests.json")))
    }

    /// Asks for those of some apps, and does some of them.
    func fill(_ requests: BuildRequests, _ logs: BuildRequestLogs, _ builds: Builds, _ apps: [App]) async throws {
        for entry in plan.requests {
            guard let app = apps.first(where: { $0.id == entry.app }) else { continue }
            let id = try await requests.create(request(entry), of: app, by: .console).id
            if let exitCode = entry.exitCode { try await work(on: entry, exitCode, logs, builds) }
            try await requests.database.write { try $0.backdateBuildRequest(id, by: entry.minutesAgo * 60, lasting: entry.seconds ?? 0) }
        }
        // It is not there any more: what waits would seem to be taken soon.
        try await requests.database.write { [plan] in try $0.backdateBuildAgent(plan.agent, by: 3_600) }
    }

    /// Forgets the agent.
    func remove(from agents: BuildAgents) async throws {
        try await agents.forget(plan.agent)
    }

    private func request(_ entry: Entry) -> NewBuildRequest {
        NewBuildRequest(
            platform: entry.platform,
            repository: entry.repository,
            kind: entry.kind,
            ref: entry.ref,
            configuration: entry.configuration,
            note: entry.note,
            parameters: (entry.parameters ?? []).map { line in
                let halves = line.split(separator: "=", maxSplits: 1).map(String.init)
                return BuildRequestParameter(name: halves[0], value: halves.count > 1 ? halves[1] : "")
            },
            labels: [plan.label]
        )
    }

    private func work(on entry: Entry, _ exitCode: Int, _ logs: BuildRequestLogs, _ builds: Builds) async throws {
        let viewer = Viewer(id: "console", kind: .local, name: plan.agent, roles: [entry.app: .operator])
        let card = BuildAgentCard(name: plan.agent, platforms: [.ios, .android], labels: [plan.label])
        guard let claim = try await logs.agents.claim(card, for: viewer, from: "192.0.2.44") else { return }
        let key = BuildAgentKey(claim.request.id, lease: claim.lease.token, viewer)
        let text = (entry.log ?? []).map { "\($0)\n" }.joined()
        _ = try await logs.append(Array(text.utf8), at: claim.logOffset, key)
        if entry.reason == nil, let build = try await builds.latest(entry.app, entry.platform) { try await logs.agents.attach(build.id, to: key) }
        let outcome = BuildRequestOutcome(reason: entry.reason, exitCode: exitCode)
        try await logs.agents.finish(key, entry.reason == nil ? .succeeded : .failed, outcome, by: .console)
    }
}

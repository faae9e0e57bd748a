import Foundation
import Web

/// What `Views/BuildRequests/agents` shows.
struct BuildAgentPage: Codable, Sendable {
    let rows: [Row]
    /// The command that runs an agent.
    let command: String
    let mayMakeTokens: Bool

    struct Row: Codable, Sendable {
        let agent: BuildAgent
        /// It asked within the last minute.
        let isThere: Bool
        let labels: String
        let work: BuildAgentWork?
    }

    init(_ agents: [BuildAgent], _ context: Context) {
        rows = agents.map { agent in
            Row(
                agent: agent,
                isThere: agent.isThere(at: context.reader.now),
                labels: agent.labels.joined(separator: " "),
                work: agent.request.value
            )
        }
        command = BuildAgentCommand.text(publicURL: context.publicURL)
        mayMakeTokens = context.viewer?.kind == .account
    }
}

/// How an agent is run, as pages show it.
enum BuildAgentCommand {
    static func text(publicURL: String, platforms: [Platform] = [.ios, .android]) -> String {
        """
        CONSOLE_SERVER=\(publicURL) CONSOLE_TOKEN=… \\
          console agent --name mac-1 --platforms \(platforms.map(\.rawValue).joined(separator: ",")) \\
          --command 'git clone -b "$BUILD_REF" "$BUILD_REPOSITORY" . && make "$BUILD_CONFIGURATION"' --artifact 'out/*.ipa'
        """
    }
}

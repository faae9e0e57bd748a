import ArgumentParser
import Foundation
import Remote

struct AgentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Take build requests from the console, have a command build them, and bring the packages back.",
        discussion: """
            The command runs in an empty directory, by /bin/sh, with the request in BUILD_APP, BUILD_PLATFORM, BUILD_REPOSITORY, BUILD_REF_KIND (branch, \
            tag or commit), BUILD_REF, BUILD_CONFIGURATION, BUILD_CERTIFICATE, BUILD_NUMBER, BUILD_NOTE, BUILD_REQUEST, BUILD_ATTEMPT, BUILD_DIRECTORY and \
            BUILD_PARAM_… for each parameter; nothing that is called CONSOLE_… is handed on. Whoever may request builds has the agent run what is in a \
            repository: give it a machine, or an account, of its own. The token needs the scope builds only. SIGTERM and Ctrl-C end it; what it is \
            building then is given back to the queue.
            """
    )

    @OptionGroup var remote: RemoteOptions
    @Option(help: "What the agent is called: letters, digits and . _ -.") var name: String
    @Option(help: "What it builds, with commas between: ios, android, harmony.") var platforms: String
    @Option(help: "What it has, such as xcode-26, with commas between; requests may ask for it.") var labels = ""
    @Option(help: "What builds a request, for /bin/sh -c.") var command: String
    @Option(help: "Which file is the package, such as 'out/*.ipa'; the newest that matches. * stands for folders too.") var artifact: String?
    @Option(help: "Where builds have their directories; ~/.mainsite/agent/<name> when absent.") var directory: String?
    @Option(help: "A variable of the environment whose value is masked in the log; may be given several times.") var mask: [String] = []
    @Option(help: "Seconds between two questions for work.") var poll = 5.0
    @Flag(help: "Leave the directories of builds where they are.") var keep = false
    @Flag(help: "Do one request, if there is one, and end: with 1 when it failed.") var once = false

    func validate() throws {
        let known = ["ios", "android", "harmony"]
        guard !Self.words(platforms).isEmpty, Self.words(platforms).allSatisfy(known.contains) else {
            throw ValidationError("platforms are \(known.joined(separator: ", "))")
        }
        guard (0.1...3_600).contains(poll) else { throw ValidationError("poll takes 0.1 to 3600 seconds") }
    }

    func run() async throws {
        let agent = Agent(try remote.console(), order) { tell($0) }
        let once = once
        let work = Task { once ? try await agent.work() : try await Self.run(agent) }
        // The first gives back what is under way; another one is passed over, as that takes no more than the grace of a command.
        let signals = EndingSignals { work.cancel() }
        defer { signals.cancel() }
        if case .failed = try await work.value { throw ExitCode.failure }
    }

    private static func run(_ agent: Agent) async throws -> AgentOutcome? {
        try await agent.run()
        return nil
    }

    private var order: AgentOrder {
        let home = FileManager.default.homeDirectoryForCurrentUser.path
        let directory = directory ?? "\(home)/.mainsite/agent/\(name)"
        var order = AgentOrder(name: name, platforms: Self.words(platforms), command: command, directory: directory)
        order.labels = Self.words(labels)
        order.artifact = artifact
        order.keeps = keep
        order.secrets = mask
        order.poll = .milliseconds(Int(poll * 1_000))
        return order
    }

    private static func words(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}

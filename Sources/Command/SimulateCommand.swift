import ArgumentParser
import Foundation
import MainSiteClient
import Simulator

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Have a fleet of devices that are not there ask a console: fetch patches, run them, report, send lines and crashes.",
        discussion: """
            Scenarios: harmless (patches do nothing), crashes (they multiply the rate of crashes by --effect, 2), hangs (they stop a share of --effect of \
            the devices for good, 0.5), slow (they make starts --effect times as long, 1.5), forged (somebody floods the console with untrue reports). \
            With --speed the devices' days pass faster; the times in their lines are real ones. The same seed makes the same devices, which do the same. \
            Ctrl-C ends it with its summary. Lines and crashes count in the statistics of the app: take an app of their own.
            """
    )

    @Option(help: "The console, by http; http://127.0.0.1:8080 when absent.", transform: ServerAddress.read) var server = ServerAddress.usual
    @Option(help: "The app's id, such as simpledemorpc; with --platform it makes the AppKey.") var app: String?
    @Option(help: "ios, android or harmony.") var platform = "ios"
    @Option(help: "AppKey, such as SIMPLEDEMORPC_IOS, instead of --app.") var appKey: String?
    @Option(help: "Workspace id, 10 digits.") var workspace: String
    @Option(help: "A file whose first line is the AppSecret; - for standard input.") var secretFile: String
    @Option(help: "How many devices.") var devices = 1_000
    @Option(help: "harmless, crashes, hangs, slow or forged.") var scenario = SimulatorScenario.harmless
    @Option(help: "How strong the scenario is; see above.") var effect: Double?
    @Option(help: "Percent of all uses of the app that end in a crash anyway.") var crashRate = 1.0
    @Option(help: "The app's versions with commas between, the most frequent first.") var versions = "2.3.1,2.3.0"
    @Option(help: "Seconds; until Ctrl-C when absent.") var duration: Double?
    @Flag(help: "End when every device that had a withdrawn patch has given it back.") var untilRolledBack = false
    @Option(help: "How many times faster than in life days pass; 1440 makes a day a minute.") var speed = 1.0
    @Option(help: "The most requests a second.") var rate: Double?
    @Option(help: "Makes the fleet and what it does.") var seed: UInt64 = 1
    @Option(help: "Connections that are kept open.") var connections = 32
    @Option(help: "Requests under way on each.") var depth = 16
    @Option(help: "Public keys of the app's patches (PEM, several one after the other): packages that none of them signed fail.") var publicKeys:
        String?
    @Flag(help: "Print one JSON document on standard output; everything else goes to standard error.") var json = false

    func validate() throws {
        guard (app == nil) != (appKey == nil) else { throw ValidationError("one of --app and --app-key") }
        guard server.scheme == "http" else { throw ValidationError("the fleet speaks plain http only") }
        guard (1...10_000_000).contains(devices), (1...1_024).contains(connections), (1...256).contains(depth) else {
            throw ValidationError("--devices takes 1 to 10000000, --connections 1 to 1024, --depth 1 to 256")
        }
        guard speed > 0, (0...100).contains(crashRate), (effect ?? 0) >= 0, (duration ?? 1) > 0, (rate ?? 1) > 0 else {
            throw ValidationError("--speed, --rate and --duration are above 0, --crash-rate is 0 to 100, --effect is not negative")
        }
        guard !words(versions).isEmpty else { throw ValidationError("--versions names at least one") }
    }

    func run() async throws {
        let simulator = Simulator(try plan())
        let signals = EndingSignals { simulator.stop() }
        defer { signals.cancel() }
        let summary = await simulator.run { tally, seconds in
            let holding = tally.patches.values.reduce(0) { $0 + $1.holding }
            let pace = Int(Double(tally.calls) / seconds)
            tell("\(Int(seconds)) s: \(tally.calls) calls (\(pace)/s), \(tally.crashes) crashes, \(holding) patched, \(tally.errorCount) errors")
        }
        try CommandOutput.print(summary, json) { $0.text }
        if summary.calls == 0, let error = summary.errors.keys.sorted().first { throw Refusal("no call was answered: \(error)") }
    }

    private func plan() throws -> SimulatorPlan {
        let key = appKey ?? "\(app ?? "")_\(platform)".uppercased()
        var plan = SimulatorPlan(server: server, appKey: key, workspaceId: workspace, secret: try SecretLine.read(secretFile, of: "secret"))
        plan.devices = devices
        plan.scenario = scenario
        plan.effect = effect ?? scenario.usualEffect
        plan.crashRate = crashRate
        plan.versions = words(versions)
        plan.speed = speed
        plan.duration = duration
        plan.endsWhenRolledBack = untilRolledBack
        plan.rate = rate
        plan.seed = seed
        plan.connections = connections
        plan.depth = depth
        plan.keys = try publicKeys.map { try Self.keys(in: String(contentsOfFile: $0, encoding: .utf8)) } ?? []
        return plan
    }

    private func words(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }

    private static func keys(in text: String) throws -> [HotpatchKey] {
        let end = "-----END PUBLIC KEY-----"
        let blocks = text.components(separatedBy: end).filter { $0.contains("-----BEGIN PUBLIC KEY-----") }
        guard !blocks.isEmpty else { throw Refusal("there is no public key in the file of --public-keys") }
        return try blocks.map { try HotpatchKey(pem: $0 + end) }
    }
}

extension SimulatorScenario: ExpressibleByArgument {}

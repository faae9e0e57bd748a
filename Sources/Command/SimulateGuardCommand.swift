import ArgumentParser
import Console
import Foundation

/// `console simulate-guard`: how often the guard of hotpatches halts what does no harm, and how soon what does.
struct SimulateGuardCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate-guard",
        abstract: "Simulate rollouts of patches through the guard's own code, and print how often and when it halts, as JSON."
    )

    @Option(help: "How many rollouts of each kind of patch.")
    var rollouts = 1_000

    @Option(help: "Of all chance: the same seed gives the same figures.")
    var seed: UInt64 = 20_261_122

    @Option(help: "Devices of the app.")
    var devices = 200_000

    @Option(help: "Percentage that gets the patch.")
    var percentage = 10.0

    @Option(help: "Part of the devices that crash without the patch, 0 to 1.")
    var crashRate = 0.01

    @Option(help: ArgumentHelp("Only this kind: \(HotpatchTrialPatch.allCases.map(\.rawValue).joined(separator: ", ")).", valueName: "kind"))
    var patch: String?

    func validate() throws {
        guard rollouts > 0, devices > 0, (0...100).contains(percentage), (0...1).contains(crashRate) else {
            throw ValidationError("rollouts and devices are above 0, the percentage is 0 to 100, the crash rate 0 to 1")
        }
        if let patch, HotpatchTrialPatch(rawValue: patch) == nil { throw ValidationError("there is no kind \(patch)") }
    }

    func run() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        for kind in HotpatchTrialPatch.allCases where patch.map({ $0 == kind.rawValue }) ?? true {
            var trial = HotpatchTrial()
            (trial.patch, trial.devices, trial.percentage, trial.crashRate) = (kind, devices, percentage, crashRate)
            let summary = HotpatchTrialSummary(trial, rollouts: rollouts, seed: seed)
            print(String(decoding: try encoder.encode(summary), as: UTF8.self))
        }
    }
}

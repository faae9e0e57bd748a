import ArgumentParser
import Console
import Foundation

struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Look whether the installation is as it should be, and say what to do where it is not.",
        discussion:
            "Exits with 1 when something failed. With --distributed: how the database is spread over servers with Citus, and what stands in the way."
    )

    @OptionGroup var place: Place
    @Flag(help: "Print the statements that spread the database over servers, and check that its tables fit.") var distributed = false

    func run() async throws {
        let settings = try place.settings()
        Operations.start(level: "critical", format: settings.logFormat)
        if distributed { return try spread(try await LocalConsole.spread(settings)) }
        let line = ProgressLine()
        let report = try await LocalConsole.doctor(settings) { line.show($0) }
        line.finish()
        try place.print(report) { $0.findings.map(Self.text).joined(separator: "\n") }
        guard report.isWell else { throw ExitCode.failure }
    }

    private static func text(_ finding: DoctorFinding) -> String {
        let word = finding.state.rawValue.padding(toLength: 5, withPad: " ", startingAt: 0)
        return "\(word)\(finding.name): \(finding.finding)" + (finding.remedy.map { "\n     -> \($0)" } ?? "")
    }

    private func spread(_ spread: DoctorSpread) throws {
        try place.print(spread) { spread in
            let local = spread.tables.filter { $0.reason != nil }.map { "-- \($0.name) stays on the coordinator: \($0.reason ?? "")" }
            let partitions = ["-- partitions by day, which the console makes ahead by itself:"] + spread.partitions.map { "-- " + $0 }
            let misfits = spread.misfits.map { "-- does not fit: \($0.table): \($0.reason)" }
            return (local + spread.statements + partitions + misfits).joined(separator: "\n")
        }
        guard spread.fits else { throw ExitCode.failure }
    }
}

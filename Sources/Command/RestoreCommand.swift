import ArgumentParser
import Console
import Foundation

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup in the place of what the data directory, or the database of --database, holds; no console may be running.",
        discussion:
            "The backup is checked first. What was there before is kept: in before-restore-… of the data directory, or as a schema of that name."
    )

    @OptionGroup var place: Place
    @Argument(help: "The directory that console backup made.") var path: String
    @Flag(help: "Set a PostgreSQL database that is not empty aside.") var replace = false

    func run() async throws {
        let line = ProgressLine()
        let outcome = try await LocalConsole.restore(URL(fileURLWithPath: path).path, place.settings(), replaces: replace) { line.show($0) }
        line.finish()
        try place.show(outcome, as: MovingRestoreReport.self) { report in
            for remark in report.remarks { tell(remark) }
            let before = report.before.map { "\nwhat was there before is in \($0)" } ?? ""
            return "restored \(report.rows) rows of \(report.madeAt.formatted(.iso8601)) into \(report.database)\(before)"
        }
    }
}

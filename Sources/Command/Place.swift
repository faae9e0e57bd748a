import ArgumentParser
import Console
import Foundation

/// Which console a command is about, and how it talks.
struct Place: ParsableArguments {
    @Option(help: "The data directory.")
    var data: String?

    @Option(help: "Where Views, Public and Seeds are.")
    var home: String?

    @Option(help: "postgresql://… instead of SQLite in the data directory.")
    var database: String?

    @Option(help: "Where large things are kept: a directory, or s3://bucket/prefix?endpoint=https://….")
    var objects: String?

    @Option(help: "The key that secrets are sealed with; the same for all nodes of an installation.")
    var keyFile: String?

    @Flag(help: "Print one JSON document on standard output; everything else goes to standard error.")
    var json = false

    func settings(_ flags: [String: String?] = [:]) throws -> Settings {
        let place = ["data": data, "home": home, "database": database, "objects": objects, "key-file": keyFile]
        let all = flags.merging(place) { own, _ in own }.compactMapValues { $0 }
        do {
            return try Settings(flags: all, environment: ProcessInfo.processInfo.environment)
        } catch let error as SettingsError where error.setting.map({ all[$0] != nil }) ?? false {
            // What somebody typed is wrong usage (64); what the environment or the file says is a failure (1).
            throw ValidationError("--\(error)")
        }
    }

    /// Runs a command, in the running console when there is one.
    /// - Parameter describe: what a person reads when it is done.
    func run<Outcome: Decodable>(_ command: LocalCommand, as type: Outcome.Type = Outcome.self, _ describe: (Outcome) -> String) async throws {
        let settings = try settings()
        Operations.start(level: "warning", format: settings.logFormat)
        try show(try await LocalConsole.run(command, settings), as: type, describe)
    }

    /// The same for what takes long; a person sees how far it is.
    func follow<Outcome: Decodable>(_ command: LocalCommand, as type: Outcome.Type = Outcome.self, _ describe: (Outcome) -> String) async throws {
        let settings = try settings()
        Operations.start(level: "warning", format: settings.logFormat)
        let line = ProgressLine()
        let outcome = try await LocalConsole.follow(command, settings) { line.show($0) }
        line.finish()
        try show(outcome, as: type, describe)
    }

    func show<Outcome: Decodable>(_ outcome: LocalOutcome, as type: Outcome.Type, _ describe: (Outcome) -> String) throws {
        switch outcome {
        case .done(let document):
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let text = describe(try decoder.decode(type, from: Data(document.utf8)))
            Swift.print(json ? document : text)
        case .refused(let reason):
            throw Refusal(reason)
        }
    }

    func print<Value: Encodable>(_ value: Value, _ describe: (Value) -> String) throws {
        try CommandOutput.print(value, json, describe)
    }
}

/// Why a command did not do what it was asked; exits with 1.
struct Refusal: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

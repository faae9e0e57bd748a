import ArgumentParser
import Foundation
import Remote

struct SDKCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sdk",
        abstract: "The SDK on this machine: which modules are here, which the console has, and bringing both in step.",
        usage: """
            console sdk [<module>]
            console sdk show <module>
            console sdk update [<module> ...]
            console sdk download <module> [<version>]
            """,
        discussion: """
            Without a module: a table of all. With one (console sdk MPHttpClient): its description, versions, release notes and dependencies. \
            Modules are kept in ~/.mainsite/sdk/<platform>, or where --directory or CONSOLE_SDK says. Downloads that broke off are gone on with.
            """,
        subcommands: [Look.self, Show.self, Update.self, Download.self],
        defaultSubcommand: Look.self
    )

    struct Look: AsyncParsableCommand {
        static let configuration = CommandConfiguration(commandName: "list", abstract: "All modules, or one; what console sdk does by itself.")

        @OptionGroup var place: SDKPlace
        @Argument(help: "A module's name.") var module: String?

        /// A command behind its options comes here, as if it were a module.
        func validate() throws {
            guard let module, SDKCommand.configuration.subcommands.contains(where: { $0._commandName == module }) else { return }
            throw ValidationError("options come last: console sdk \(module) …; for a module of that name: console sdk show \(module) …")
        }

        func run() async throws {
            if let module { return try await place.show(module) }
            try place.print(try await place.sdk().table()) { $0.text(highlighting: Self.isColourful) }
        }

        /// https://no-color.org
        private static var isColourful: Bool {
            isatty(STDOUT_FILENO) == 1 && (ProcessInfo.processInfo.environment["NO_COLOR"] ?? "").isEmpty
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "One module; also one that is called like a command.")

        @OptionGroup var place: SDKPlace
        @Argument(help: "A module's name.") var module: String

        func run() async throws {
            try await place.show(module)
        }
    }

    struct Update: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Download what is missing or not the console's version; named modules in any case.")

        @OptionGroup var place: SDKPlace
        @Argument(help: "Names of modules.") var modules: [String] = []

        func run() async throws {
            try await place.follow { sdk, progress in
                let report = try await sdk.update(modules) { event in
                    switch event {
                    case .compared where modules.isEmpty: progress.say(["Updating SDK [Succeeded]"])
                    case .changed(let change): progress.say([change.line, change.updateLine].compactMap { $0 })
                    default: break
                    }
                    progress.show(event)
                }
                if modules.isEmpty, report.failures.isEmpty { progress.say(["Done"]) }
                return report
            }
        }
    }

    struct Download: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Download a module, whether it is here or not.")

        @OptionGroup var place: SDKPlace
        @Argument(help: "A module's name.") var module: String
        @Argument(help: "The console's newest when absent.") var version: String?

        func run() async throws {
            try await place.follow { sdk, progress in
                try await sdk.download(module, version) { event in
                    if case .changed(let change) = event { progress.say([change.line]) }
                    progress.show(event)
                }
            }
        }
    }
}

/// Which SDK a command is about, and how it talks.
struct SDKPlace: ParsableArguments {
    @OptionGroup var remote: RemoteOptions
    @Option(help: "ios, android or harmony.") var platform = SDKPlatform.ios
    @Option(help: "Where the modules are; CONSOLE_SDK or ~/.mainsite/sdk/<platform> when absent.") var directory: String?
    @Flag(help: "Print one JSON document on standard output; everything else goes to standard error.") var json = false

    func sdk() throws -> SDK {
        SDK(try remote.console(), SDKDirectory(directory, platform))
    }

    func show(_ module: String) async throws {
        try print(try await sdk().show(module)) { $0.text }
    }

    /// Runs something long; fails when any module did.
    func follow(_ work: (SDK, SDKProgress) async throws -> SDKReport) async throws {
        let progress = SDKProgress(isQuiet: json)
        defer { progress.finish() }
        let report = try await work(sdk(), progress)
        progress.finish()
        for change in report.modules {
            if let error = change.error { tell("\(change.module): \(error)") }
            if let remark = change.remark { tell("\(change.module) \(change.to): \(remark)") }
        }
        if json { try print(report) { _ in "" } }
        guard report.failures.isEmpty else { throw ExitCode.failure }
    }

    func print<Value: Encodable>(_ value: Value, _ describe: (Value) -> String) throws {
        try CommandOutput.print(value, json, describe)
    }
}

extension SDKPlatform: ExpressibleByArgument {}

extension SDKProgress {
    fileprivate func show(_ event: SDKEvent) {
        switch event {
        case .begins(_, let bytes): begin(bytes)
        case .received(let bytes): show(bytes)
        case .compared, .changed: break
        }
    }
}

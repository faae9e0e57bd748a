import ArgumentParser
import Foundation
import Remote

struct BuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "build", abstract: "Builds: packages of apps.", subcommands: [Upload.self])

    struct Upload: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Bring a package (.ipa, .apk, .hap, .aab) to the console.",
            discussion: """
                Without a file it takes the one that a step before this one made: \(BuildFile.variables.joined(separator: ", ")). \
                A command that ended half-way is gone on with when it is given again. The token needs the scope builds or write.
                """
        )

        @OptionGroup var remote: RemoteOptions
        @Argument(help: "The package.") var file: String?
        @Option(help: "The app's id.") var app: String
        @Option(help: "What testers should know.") var notes = ""
        @Flag(help: "Print one JSON document on standard output; everything else goes to standard error.") var json = false

        func run() async throws {
            let path = try BuildFile.path(file, environment: ProcessInfo.processInfo.environment)
            let progress = SDKProgress(isQuiet: json)
            defer { progress.finish() }
            let build = try await remote.console().upload(RemoteUploadOrder(app: app, file: path, notes: notes)) { bytes, all in
                progress.show(bytes, of: all)
            }
            progress.finish()
            print(json ? build.json : "\(build.platform) \(build.version) (\(build.buildNumber)): \(build.installURL)")
        }
    }
}

/// Which package a command is about.
enum BuildFile {
    /// What tools leave for the steps after them: fastlane's gym and gradle actions (`lane_context` as variables), and common CI steps.
    static let variables = [
        "IPA_OUTPUT_PATH", "GRADLE_APK_OUTPUT_PATH", "GRADLE_AAB_OUTPUT_PATH", "HAP_OUTPUT_PATH", "BITRISE_IPA_PATH", "BITRISE_APK_PATH",
        "BITRISE_AAB_PATH",
    ]

    /// - Throws: `ValidationError` when there is none, and when several variables name different ones.
    static func path(_ named: String?, environment: [String: String]) throws -> String {
        if let named { return named }
        let found = variables.compactMap { name in environment[name].flatMap { $0.isEmpty ? nil : (name: name, path: $0) } }
        guard let first = found.first else { throw ValidationError("name a package, or set one of \(variables.joined(separator: ", "))") }
        guard Set(found.map(\.path)).count == 1 else {
            throw ValidationError("\(found.map(\.name).joined(separator: " and ")) name different packages: say which one")
        }
        return first.path
    }
}

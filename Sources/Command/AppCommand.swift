import ArgumentParser
import Console

struct AppCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "app", abstract: "Apps.", subcommands: [Create.self])

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Create an app with a key and secret for each platform.")

        @OptionGroup var place: Place
        @Option(help: "Name in any language.") var name: String
        @Option(help: "A letter, then letters and digits; becomes the id and part of the AppKeys.") var englishName: String
        @Option(help: "ios, android or harmony; may be given several times.") var platform: [Platform]
        @Option(help: "IANA time zone of its days.") var zone: String?

        func run() async throws {
            let new = NewApp(name: name, englishName: englishName, platforms: platform, zone: zone)
            try await place.run(.createApp(new), as: App.self) { app in
                app.platforms.map { "\($0.appKey)  \($0.logProductId)" }.joined(separator: "\n")
            }
        }
    }
}

extension Platform: ExpressibleByArgument {}

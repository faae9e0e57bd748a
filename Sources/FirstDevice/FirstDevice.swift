import ArgumentParser
import Foundation
import MainSiteClient

/// What an app does when it starts: sends a log line and asks for a newer version. This one says what it was told, and ends.
@main struct FirstDevice: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "first-device", abstract: "One start of an app that has the client library.")

    @Argument(help: "The .config file of the platform, from the app's page.") var config: String
    @Argument(help: "A file with the platform's AppSecret.") var secretFile: String
    @Argument(help: "Which device this is, such as phone-1.") var device: String

    func run() async throws {
        let site = try site()
        site.device = LogDevice(model: "iPhone17,1", system: "iOS", systemVersion: "26.1", network: "WIFI")
        site.logs.record { $0.event("greeting", ext: ["from": device], at: .now) }
        await site.wake(.coldStart)  // Reports the app as active, and sends what was recorded.
        let update = try await site.updates.check().get()
        print("\(device): \(update.map { "may go to \($0.newestVersion)" } ?? "nothing newer")")
    }

    private func site() throws -> MainSite {
        let secret = String(decoding: try contents(secretFile), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        var configuration = try MainSiteConfiguration(file: contents(config), secret: secret, version: "1.0.0")
        configuration.deviceId = device  // Without one the library makes it, and keeps it.
        let directory = FileManager.default.temporaryDirectory.appending(path: "first-device-\(configuration.appKey)-\(device)")
        return try MainSite(configuration, directory: directory)
    }

    private func contents(_ path: String) throws -> Data {
        guard let data = FileManager.default.contents(atPath: path) else { throw ValidationError("\(path) cannot be read") }
        return data
    }
}

import ArgumentParser
import Foundation
import MainSiteClient

struct LogsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "logs", abstract: "Logs.", subcommands: [Upload.self])

    struct Upload: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Send log files the way a device does.")

        @Argument(help: "Files of log lines, plain or as stored on a device.") var files: [String]
        @Option(help: "Log product id: <AppKey>-<workspaceId>.") var productId: String
        @Option(help: "The console; http://127.0.0.1:8080 when absent.", transform: ServerAddress.read) var server = ServerAddress.usual
        @Option(help: "App version for lines without one.") var version = "-"
        @Option(help: "Device id for lines without one.") var device: String?
        @Option(help: "User for lines without one.") var user: String?
        @Option(help: "IANA zone of the lines' local times; the app's zone when absent.", transform: zone) var timeZone: TimeZone?
        @OptionGroup var place: Place

        func run() async throws {
            let sender = LogSender(productId: productId, version: version, deviceId: device, userId: user, zone: timeZone)
            let uploader = LogUploader(server: server, sender: sender, naming: .contents)
            var report = UploadReport()
            for file in files {
                report.add(try await upload(file, uploader))
                if let undelivered = report.undelivered { throw Refusal("\(file): \(undelivered.failure); \(report.sentence)") }
            }
            print(place.json ? report.json : report.sentence)
        }

        private func upload(_ file: String, _ uploader: LogUploader) async throws -> UploadReport {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped))
            var bar = ProgressBar(name: (file as NSString).lastPathComponent, total: bytes.count)
            defer { bar.finish() }
            return try await uploader.upload(bytes.split(separator: UInt8(ascii: "\n"))) { batch, _, _ in bar.advance(by: batch.body.count + 1) }
        }

        private static func zone(_ text: String) throws -> TimeZone {
            guard let zone = TimeZone(identifier: text) else { throw ValidationError("there is no time zone \(text)") }
            return zone
        }
    }
}

extension UploadReport {
    fileprivate var sentence: String { "sent \(lines) lines: \(accepted) accepted, \(rejected) rejected, \(duplicates) batches counted before" }
    fileprivate var json: String { #"{"lines":\#(lines),"accepted":\#(accepted),"rejected":\#(rejected),"duplicates":\#(duplicates)}"# }
}

import ArgumentParser
import Foundation
import MainSiteClient

struct Logs: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Logs.", subcommands: [Upload.self])

    struct Upload: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Send log files the way a device does.")

        @Argument(help: "Files of log lines, plain or as stored on a device.") var files: [String]
        @Option(help: "Log product id: <AppKey>-<workspaceId>.") var productId: String
        @Option(help: "The console.") var server = "http://127.0.0.1:8080"
        @Option(help: "App version for lines without one.") var version = "-"
        @Option(help: "Device id for lines without one.") var device: String?
        @Option(help: "User for lines without one.") var user: String?
        @Option(help: "IANA zone of the lines' local times; the app's zone when absent.") var timeZone: String?
        @OptionGroup var place: Place

        func validate() throws {
            guard URL(string: server)?.host() != nil else { throw ValidationError("--server is not an address: \(server)") }
            if let timeZone, TimeZone(identifier: timeZone) == nil { throw ValidationError("there is no time zone \(timeZone)") }
        }

        func run() async throws {
            let sender = LogSender(
                productId: productId,
                version: version,
                deviceId: device,
                userId: user,
                zone: timeZone.flatMap { TimeZone(identifier: $0) }
            )
            guard let address = URL(string: server) else { throw Refusal("not an address: \(server)") }
            let uploader = LogUploader(server: address, sender: sender, naming: .contents)
            var sums = Sums()
            for file in files {
                let report = try await upload(file, uploader)
                sums.add(report)
                if let undelivered = report.undelivered { throw Refusal("\(file): \(undelivered.failure.sentence); \(sums.description)") }
            }
            print(place.json ? sums.json : sums.description)
        }

        private func upload(_ file: String, _ uploader: LogUploader) async throws -> UploadReport {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file), options: .alwaysMapped))
            var bar = ProgressBar(name: (file as NSString).lastPathComponent, total: bytes.count)
            defer { bar.finish() }
            return try await uploader.upload(bytes.split(separator: UInt8(ascii: "\n"))) { batch, _, _ in bar.advance(by: batch.body.count + 1) }
        }
    }
}

/// What came of all files together.
private struct Sums {
    private var lines = 0
    private var accepted = 0
    private var rejected = 0
    private var duplicates = 0

    mutating func add(_ report: UploadReport) {
        lines += report.lines
        accepted += report.accepted
        rejected += report.rejected
        duplicates += report.duplicates
    }

    var description: String { "sent \(lines) lines: \(accepted) accepted, \(rejected) rejected, \(duplicates) batches counted before" }
    var json: String { #"{"lines":\#(lines),"accepted":\#(accepted),"rejected":\#(rejected),"duplicates":\#(duplicates)}"# }
}

extension DeliveryFailure {
    fileprivate var sentence: String {
        switch self {
        case .unreachable(let reason): "the console cannot be reached: \(reason)"
        case .busy(let status, _, let detail): "the console is busy (\(status)): \(detail ?? "")"
        case .refused(let status, let detail): "the console refused it (\(status)): \(detail ?? "")"
        case .unreadable: "what answered is not the console"
        case .cancelled: "cancelled"
        }
    }
}

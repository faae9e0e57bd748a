import Foundation

/// Crash reports, uploaded at the start after the crash.
public struct MainSiteCrashes: Sendable {
    private let app: MainSiteApp
    private let server: URL
    private let uploads: OfflineUploads

    init(app: MainSiteApp, server: URL, uploads: OfflineUploads) {
        self.app = app
        self.server = server
        self.uploads = uploads
    }

    /// Keeps one report on disk and sends it; when this returns, the app may delete its own copy.
    ///
    /// It is named by its contents: handed over again, because the app ended before it could delete it, it is counted once.
    ///
    /// - Parameters:
    ///   - report: text, `.ips` or `.plcrash`, as it is.
    ///   - version: of the app that crashed, where it has been updated since.
    @discardableResult
    public func report(_ report: [UInt8], version: String? = nil) async -> OfflineReport {
        var sender = app.lines.sender
        sender.version = version ?? sender.version
        let name = LogBatchNaming.contents.name(for: report)
        if let request = try? LogGateway(server: server, sender: sender).post(Self.path, body: report, batch: name) {
            await uploads.add(Self.path, request)
        } else {
            await uploads.giveUp()
        }
        return await uploads.deliver()
    }

    private static let path = "loggw/crash.do"
}

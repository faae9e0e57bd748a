import Foundation
import Synchronization

/// The app's log lines, on their way to the console.
///
///     site.logs.record { $0.event("pay", ext: ["sum": "15"], at: .now) }
///
/// Recording never waits. Lines gather in memory until there are 100 of them or 10 KB; then they become a batch, are
/// put on disk and sent. Call ``flush()`` when the app goes to the background: what has gathered by then would be lost with the process.
public final class MainSiteLogs: Sendable {
    private struct Gathered {
        var batcher = LogBatcher()
        var finished: [LogBatch] = []
    }

    private let app: MainSiteApp
    private let gateway: LogGateway
    private let uploads: OfflineUploads
    private let gathered = Mutex(Gathered())

    init(app: MainSiteApp, server: URL, uploads: OfflineUploads) {
        self.app = app
        gateway = LogGateway(server: server, sender: app.lines.sender)
        self.uploads = uploads
    }

    /// Records one line.
    ///
    /// - Parameter line: makes it, with the user and the device of now.
    public func record(_ line: (LogLineBuilder) -> String) {
        let line = line(app.lines)
        let isFinished = gathered.withLock { gathered in
            guard let batch = gathered.batcher.add(line.utf8) else { return false }
            gathered.finished.append(batch)
            return true
        }
        if isFinished { Task { await send() } }
    }

    /// Sends what has gathered, and everything that still waits from before.
    @discardableResult
    public func flush() async -> OfflineReport {
        gathered.withLock { gathered in
            if let batch = gathered.batcher.finish() { gathered.finished.append(batch) }
        }
        return await send()
    }

    private func send() async -> OfflineReport {
        let batches = gathered.withLock { gathered in
            defer { gathered.finished = [] }
            return gathered.finished
        }
        for batch in batches { await uploads.add(batch, gateway) }
        return await uploads.deliver()
    }
}

extension OfflineUploads {
    fileprivate func add(_ batch: LogBatch, _ gateway: LogGateway) async {
        guard let request = try? gateway.post(Self.lines, body: batch.body, batch: batch.id) else { return giveUp() }
        await add(Self.lines, request)
    }

    private static let lines = "loggw/logUpload.do"
}

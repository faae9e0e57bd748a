import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Uploads of log lines and crash reports on their way: each is on disk before it is sent, and taken off when the server has
/// acknowledged it, so neither the end of the process nor a week without network loses it within the limits.
///
/// An upload keeps its name and its bytes. The server counts a name once within 24 hours, so an acknowledgement that was lost
/// costs a second sending, not a second counting.
public actor OfflineUploads {
    private let queue: OfflineQueue
    private let server: URL
    private let delivery: Delivery
    private var unsaved = 0
    private var running: Task<OfflineReport, Never>?
    private var isAskedAgain = false

    /// - Parameters:
    ///   - file: in a directory that no other process uses.
    ///   - server: where the paths of the log server begin.
    init(file: URL, limits: OfflineLimits, server: URL, delivery: Delivery) throws(OfflineError) {
        queue = try OfflineQueue(file, limits: limits)
        self.server = server
        self.delivery = delivery
    }

    /// Uploads that wait.
    public var waiting: Int { queue.count }

    /// Uploads that were given up since the app was installed because newer ones needed the room, and in this run because the disk failed.
    public var dropped: Int { queue.dropped + unsaved }

    // MARK: adding

    /// Keeps one upload until it is delivered. What cannot be kept is sent at once, and given up if that fails.
    func add(_ path: String, _ request: URLRequest) async {
        let upload = OfflineUpload(path, request)
        do {
            try queue.append(try upload.encoded)
        } catch {
            await sendUnsaved(upload)
        }
    }

    private func sendUnsaved(_ upload: OfflineUpload) async {
        let result: Result<UploadResult, DeliveryFailure> = await delivery.deliver(upload.request(to: server))
        if case .failure = result { unsaved += 1 }
    }

    /// Counts one that could not even be made.
    func giveUp() {
        unsaved += 1
    }

    // MARK: delivering

    /// Sends what waits, the oldest first, and stops at the first that cannot be delivered now.
    ///
    /// One delivery runs at a time: whoever asks during it gets its report, which then covers what was added before asking.
    public func deliver() async -> OfflineReport {
        isAskedAgain = true
        let task = running ?? Task { await run() }
        running = task
        return await task.value
    }

    private func run() async -> OfflineReport {
        var report = OfflineReport()
        while isAskedAgain, report.failure == nil {
            isAskedAgain = false
            await drain(&report)
        }
        running = nil
        report.waiting = queue.count
        return report
    }

    private func drain(_ report: inout OfflineReport) async {
        while report.failure == nil, let item = next(&report) {
            guard let upload = OfflineUpload(item.payload) else { return settle(item, &report, nil) }
            settle(item, &report, await delivery.deliver(upload.request(to: server)))
        }
    }

    private func next(_ report: inout OfflineReport) -> OfflineQueue.Item? {
        do {
            return try queue.oldest()
        } catch {
            report.failure = .disk(error)
            return nil
        }
    }

    /// - Parameter result: `nil` for one that cannot be read.
    private func settle(_ item: OfflineQueue.Item, _ report: inout OfflineReport, _ result: Result<UploadResult, DeliveryFailure>?) {
        switch result {
        case .success(let answer): report.count(answer)
        case .failure(let failure) where !failure.isFinal:
            report.failure = .network(failure)
            return
        case .failure, nil: report.refused += 1
        }
        do {
            try queue.remove(upTo: item.number)
        } catch {
            report.failure = .disk(error)
        }
    }
}

extension DeliveryFailure {
    /// Whether the server will never take this upload. A 404, 401 or 403 can come from a proxy or a server being set up: the upload waits.
    fileprivate var isFinal: Bool {
        if case .refused(let status, _) = self { [400, 409, 413, 422].contains(status) } else { false }
    }
}

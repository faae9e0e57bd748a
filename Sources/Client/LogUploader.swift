import Foundation

/// Uploads log lines (`POST /loggw/logUpload.do`).
///
/// Nothing is dropped silently: each batch is either acknowledged by the server or handed back in the report, under the
/// name it was sent with, so that sending it again later cannot count it twice.
public struct LogUploader: Sendable {
    /// Told after every acknowledged batch: the batch, the server's answer, and the sums so far.
    public typealias Progress = (LogBatch, UploadResult, UploadReport) -> Void

    private let gateway: LogGateway
    private let limits: LogBatcher.Limits
    private let naming: LogBatchNaming
    private let delivery: Delivery

    /// - Parameter server: where the paths of the console begin, such as `https://console.example.com`.
    public init(
        server: URL,
        sender: LogSender,
        limits: LogBatcher.Limits = .init(),
        naming: LogBatchNaming = .random,
        delivery: Delivery = Delivery()
    ) {
        gateway = LogGateway(server: server, sender: sender)
        self.limits = limits
        self.naming = naming
        self.delivery = delivery
    }

    /// Uploads all lines, batch after batch, and stops at the first batch that cannot be delivered.
    ///
    /// - Parameter lines: without their line feeds; read as the batches are sent, so a lazy sequence keeps memory flat. Empty lines are skipped.
    /// - Throws: `GzipError` if zlib fails; never for the network.
    public func upload<Lines: Sequence>(_ lines: Lines, progress: Progress = { _, _, _ in }) async throws -> UploadReport
    where Lines.Element: Collection<UInt8> {
        var report = UploadReport()
        var batcher = LogBatcher(limits: limits, naming: naming)
        for line in lines where !line.isEmpty {
            guard let batch = batcher.add(line) else { continue }
            guard try await upload(batch, into: &report, progress) else { return report }
        }
        if let batch = batcher.finish() { _ = try await upload(batch, into: &report, progress) }
        return report
    }

    private func upload(_ batch: LogBatch, into report: inout UploadReport, _ progress: Progress) async throws -> Bool {
        switch try await upload(batch) {
        case .success(let result):
            report.count(batch, result)
            progress(batch, result, report)
            return true
        case .failure(let failure):
            report.undelivered = .init(batch: batch, failure: failure)
            return false
        }
    }

    /// Uploads one batch, retrying as the delivery's policy says, always under the batch's name.
    public func upload(_ batch: LogBatch) async throws -> Result<UploadResult, DeliveryFailure> {
        await delivery.deliver(try gateway.post("loggw/logUpload.do", body: batch.body, batch: batch.id))
    }
}

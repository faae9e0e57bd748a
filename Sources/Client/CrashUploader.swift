import Foundation

/// Uploads crash reports one by one (`POST /loggw/crash.do`), at the start after the crash.
public struct CrashUploader: Sendable {
    private let gateway: LogGateway
    private let delivery: Delivery

    /// - Parameter sender: as it was when the app crashed, its version above all.
    public init(server: URL, sender: LogSender, delivery: Delivery = Delivery()) {
        gateway = LogGateway(server: server, sender: sender)
        self.delivery = delivery
    }

    /// Uploads one report: text, `.ips` or `.plcrash`, as it is. It is named by its contents, so a report that is sent
    /// again at the next start, because the answer was lost, is counted once.
    ///
    /// - Throws: `GzipError` if zlib fails; never for the network.
    public func upload(_ report: [UInt8]) async throws -> Result<UploadResult, DeliveryFailure> {
        let name = LogBatchNaming.contents.name(for: report)
        return await delivery.deliver(try gateway.post("loggw/crash.do", body: report, batch: name))
    }
}

import MainSiteClient

/// A request of a device of a fleet's part.
struct SimulatorAsk: Sendable {
    enum Kind: Sendable {
        /// The app was opened: is there a patch?
        case query
        case download(HotpatchOffer)
        case report(HotpatchReport)
        /// Lines of several devices.
        case lines(LogBatch)
        /// One report that comes alone.
        case crash([UInt8])
    }

    let kind: Kind
    /// In the part of the fleet.
    let device: Int
    /// How often it was sent without an answer.
    var failures = 0

    /// What is given up after this many failures is asked for again when the app is used the next time, or lost.
    static let mostFailures = 3

    /// What it is counted as.
    var operation: String {
        switch kind {
        case .query: HotpatchQuestion.operation
        case .download: "download"
        case .report: HotpatchReport.operation
        case .lines: "loggw/logUpload.do"
        case .crash: "loggw/crash.do"
        }
    }
}

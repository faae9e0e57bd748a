/// What became of a call: the number in `Result-Status` (help.aliyun.com/knowledge_list/64260.html). Every answer is HTTP 200.
public enum GatewayStatus: Int, Codable, CaseIterable, Sendable {
    case ok = 1000
    case accessDenied = 1001
    case tooFast = 1002
    case loginExpired = 2000
    case noOperation = 3000
    case emptyRequest = 3001
    case badFormat = 3002
    case upstreamTimeout = 4001
    case upstreamFailed = 4002
    case unknown = 5000
    case noService = 6000
    case noSecret = 7000
    case signatureIncomplete = 7001
    case signatureMismatch = 7002
    case timeOutsideValidity = 7003
    case timeMissing = 7007
    case signatureMissing = 7014
}

/// Why a call was not answered: what the device is told, and what the operator reads about it.
struct GatewayRefusal: Error, Equatable {
    let status: GatewayStatus
    /// For the list of failing calls; names what was wrong, never a secret.
    let reason: String

    init(_ status: GatewayStatus, _ reason: String) {
        self.status = status
        self.reason = reason
    }
}

/// What became of a call: the number in the header `Result-Status`. A server may know more numbers than stand here.
public struct GatewayStatus: RawRepresentable, Sendable, Hashable {
    /// The number, from 1000.
    public let rawValue: Int

    /// Any number: a status that has no name here is one all the same.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// Done; there is a result.
    public static let ok = GatewayStatus(rawValue: 1000)
    /// Not allowed, or a change that was signed and sent before.
    public static let accessDenied = GatewayStatus(rawValue: 1001)
    /// More calls than are allowed: try again in some seconds.
    public static let tooFast = GatewayStatus(rawValue: 1002)
    /// Nobody is logged in, or no longer: log in again and set ``GatewaySession/id``.
    public static let loginExpired = GatewayStatus(rawValue: 2000)
    /// The app has no operation, or no workspace, of that name.
    public static let noOperation = GatewayStatus(rawValue: 3000)
    /// There was no body.
    public static let emptyRequest = GatewayStatus(rawValue: 3001)
    /// The request is not what the operation takes, or too large.
    public static let badFormat = GatewayStatus(rawValue: 3002)
    /// The server behind the gateway took too long. What was asked for may have been done.
    public static let upstreamTimeout = GatewayStatus(rawValue: 4001)
    /// The server behind the gateway failed. What was asked for may have been done.
    public static let upstreamFailed = GatewayStatus(rawValue: 4002)
    /// An error of the gateway. What was asked for may have been done.
    public static let unknown = GatewayStatus(rawValue: 5000)
    /// The service behind the operation was not found.
    public static let noService = GatewayStatus(rawValue: 6000)
    /// Nobody has this AppKey.
    public static let noSecret = GatewayStatus(rawValue: 7000)
    /// A header is missing that calls have to have.
    public static let signatureIncomplete = GatewayStatus(rawValue: 7001)
    /// Wrong secret, or a form of signature the app refuses.
    public static let signatureMismatch = GatewayStatus(rawValue: 7002)
    /// The device's clock is off by more than ten minutes, and the client could not learn by how much.
    public static let timeOutsideValidity = GatewayStatus(rawValue: 7003)
    /// No header `Ts`.
    public static let timeMissing = GatewayStatus(rawValue: 7007)
    /// No header `Sign`.
    public static let signatureMissing = GatewayStatus(rawValue: 7014)
}

import Formats
import Foundation

/// What is known of an upload beside its body: the headers, the clock, and the app's zone.
public struct TelemetryUpload: Sendable {
    /// The log product id of the header, which every line must carry too.
    public var productID: String
    /// Header `productVersion`: for lines that name no version.
    public var version: String?
    /// Header `utdId`: for lines that name no device.
    public var device: String?
    /// Header `userId`: for lines that name no user.
    public var user: String?
    /// When it arrived, in milliseconds since 1970-01-01T00:00Z. A rebuild from raw lines passes the time the batch first arrived.
    public var receivedAt: Int
    /// Where the app's days begin.
    public var zone: TelemetryZone
    /// What the lines' clock times mean: header `timeZone`, else the app's zone.
    public var deviceZone: TelemetryZone
    /// Whether ``TelemetryReduction/signs`` are wanted.
    var isWatched = false

    public init(
        productID: String,
        version: String? = nil,
        device: String? = nil,
        user: String? = nil,
        receivedAt: Int,
        zone: TelemetryZone,
        timeZone: String? = nil
    ) {
        self.productID = productID
        self.version = version
        self.device = device
        self.user = user
        self.receivedAt = receivedAt
        self.zone = zone
        self.deviceZone = TelemetryZone(header: timeZone) ?? zone
    }

    /// Older lines are rejected: 30 days, in milliseconds, the devices' retry horizon.
    public static let longestPast = 30 * 86_400_000
    /// Lines further ahead of the server's clock are rejected: 10 minutes, in milliseconds, as for signatures.
    public static let longestFuture = 600_000

    /// Why a line of this time is not counted; nil when it is.
    func rejection(at time: Int) -> LogLineRejection? {
        if time < receivedAt - Self.longestPast { return .tooOld }
        return time > receivedAt + Self.longestFuture ? .tooNew : nil
    }
}

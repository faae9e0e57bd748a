import Storage

/// Another room that wants to know what devices of some apps do, in the transaction that counts their uploads.
struct TelemetryWatch: Sendable {
    /// Whether uploads of an app are to be told of: asked for each, so it has to be quick.
    let watches: @Sendable (_ app: String) -> Bool
    /// Uploads that are new, just from devices, of apps that are watched.
    let tell: @Sendable ([TelemetryEntry], Connection) throws -> Void
}

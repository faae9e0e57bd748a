extension Hotpatches {
    /// What a check came to.
    public enum Outcome: Sendable, Hashable {
        /// Nothing new.
        case unchanged
        /// A patch was fetched; it is run at the next start.
        case kept(version: String)
        /// A patch was fetched and applied.
        case applied(version: String)
        /// The patch held was withdrawn, and is gone.
        case rolledBack(version: String)
        /// A patch was not taken.
        case refused(version: String, HotpatchFault)
    }

    /// Why a check came to nothing. The next one tries again.
    public enum Failure: Error, Sendable, Hashable {
        case gateway(GatewayFailure)
        /// The package could not be fetched, or not be kept; the text is for logs.
        case download(String)
    }
}

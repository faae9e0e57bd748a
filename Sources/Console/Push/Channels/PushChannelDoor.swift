/// The way to one service with one credential. What it keeps, such as connections, ends with its last reference.
protocol PushChannelDoor: Sendable {
    /// Asks once, within its own deadline. Never throws: what fails outside is an outcome. Cancelled, it gives up, and what was on its way is
    /// unknown.
    func send(_ parcel: PushParcel) async -> PushOutcome

    /// Whether the service would take anything: gets an access token where there is one, and sends nothing to any device.
    /// - Returns: nil when all is well.
    func tryAccess() async -> PushOutcome?
}

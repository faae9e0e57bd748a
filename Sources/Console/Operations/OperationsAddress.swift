import NIOCore

/// Which address of this machine others can reach.
enum OperationsAddress {
    /// The first IPv4 address that is not loopback, or loopback when there is no other.
    static var own: String {
        let addresses = (try? System.enumerateDevices())?.compactMap(\.address) ?? []
        return addresses.compactMap { $0.protocol == .inet ? $0.ipAddress : nil }.first { !$0.hasPrefix("127.") } ?? "127.0.0.1"
    }
}

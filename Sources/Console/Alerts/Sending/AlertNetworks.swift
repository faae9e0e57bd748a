import Foundation
import NIOCore

/// Which addresses messages may go to. Whoever may add a channel could otherwise have the console ask whatever only it can reach.
///
/// Never: link-local addresses, where clouds answer with credentials (169.254.0.0/16, fe80::/10, and their metadata services elsewhere), unspecified,
/// multicast and broadcast addresses.
enum AlertNetworks: String, CaseIterable, Sendable {
    /// Public addresses only.
    case internet
    /// Private networks too (RFC 1918, RFC 4193, RFC 6598): where a company's own servers mostly are. Not this machine.
    case intranet
    /// This machine too: for tests, and for a receiver beside the console.
    case any

    /// - Parameter own: addresses of this machine.
    func admits(_ address: GatewayAddress, own: [GatewayAddress] = AlertNetworks.ownAddresses()) -> Bool {
        let bytes = address.unwrapped
        if Self.isForbidden(bytes) { return false }
        if self == .any { return true }
        if Self.isLoopback(bytes) || own.contains(where: { $0.unwrapped == bytes }) { return false }
        return self == .intranet || !address.isPrivate
    }

    /// Of a host that is an address; a name is looked up when something is sent.
    func admits(literal host: String) -> Bool {
        GatewayAddress(host.trimmingCharacters(in: ["[", "]"])).map { admits($0) } ?? (self == .any || host.lowercased() != "localhost")
    }

    /// Of all network cards, as they are now.
    static func ownAddresses() -> [GatewayAddress] {
        let devices = (try? System.enumerateDevices()) ?? []
        return devices.compactMap { $0.address?.ipAddress }.compactMap { GatewayAddress($0) }
    }

    private static func isForbidden(_ bytes: [UInt8]) -> Bool {
        if bytes.count == 4 {
            switch (bytes[0], bytes[1]) {
            case (0, _), (169, 254), (224...255, _): return true
            // Metadata services of Alibaba Cloud and Oracle Cloud.
            default: return bytes == [100, 100, 100, 200] || bytes == [192, 0, 0, 192]
            }
        }
        if bytes.allSatisfy({ $0 == 0 }) { return true }
        // Link-local, site-local and multicast; fd00:ec2::254 is Amazon's metadata service.
        let isLocal = bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80
        return isLocal || bytes[0] == 0xFF || bytes == [0xFD, 0, 0x0E, 0xC2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x02, 0x54]
    }

    private static func isLoopback(_ bytes: [UInt8]) -> Bool {
        bytes.count == 4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes.last == 1
    }
}

extension GatewayAddress {
    /// The IPv4 address that an IPv6 one stands for, otherwise the address itself.
    fileprivate var unwrapped: [UInt8] { bytes.count == 16 ? embedded ?? bytes : bytes }
}

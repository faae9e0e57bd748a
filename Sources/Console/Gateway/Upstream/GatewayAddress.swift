import NIOCore
import NIOPosix

/// An IP address that a host's name stands for.
struct GatewayAddress: Sendable, Equatable {
    /// 4 or 16.
    let bytes: [UInt8]
    /// As it is written, without brackets.
    let text: String

    /// - Returns: nil for a text that is no address.
    init?(_ text: String) {
        guard let address = try? SocketAddress(ipAddress: text, port: 0) else { return nil }
        self.init(address)
    }

    private init?(_ address: SocketAddress) {
        guard let packed = address.packedIPAddress, let text = address.ipAddress else { return nil }
        bytes = packed
        self.text = text
    }

    /// Asks the system's resolver, off the event loops: it blocks.
    static func resolve(_ host: String) async throws -> GatewayAddress {
        let address = try await NIOThreadPool.singleton.runIfActive { try SocketAddress.makeAddressResolvingHost(host, port: 0) }
        guard let found = GatewayAddress(address) else { throw GatewayRefusal(.upstreamFailed, "the upstream's host has no IP address") }
        return found
    }

    /// Whether it leads to this machine or a network that is not everybody's (RFC 6890 and its registries): what servers inside trust.
    var isPrivate: Bool {
        if bytes.count == 4 { return Self.isPrivate(bytes) }
        if let inner = embedded { return Self.isPrivate(inner) }
        let isLocal = bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] <= 1
        return isLocal || bytes[0] & 0xFE == 0xFC || (bytes[0] == 0xFE && bytes[1] & 0x80 == 0x80) || bytes[0] == 0xFF
    }

    /// The IPv4 address in `::ffff:a.b.c.d` (mapped), `64:ff9b::a.b.c.d` (translated) and `2002:…` (6to4).
    var embedded: [UInt8]? {
        if bytes.prefix(10).allSatisfy({ $0 == 0 }), bytes[10] == 0xFF, bytes[11] == 0xFF { return Array(bytes[12...]) }
        if bytes.prefix(4) == [0x00, 0x64, 0xFF, 0x9B] { return Array(bytes[12...]) }
        return bytes.prefix(2) == [0x20, 0x02] ? Array(bytes[2..<6]) : nil
    }

    private static func isPrivate(_ bytes: [UInt8]) -> Bool {
        switch (bytes[0], bytes[1]) {
        case (0, _), (10, _), (127, _), (169, 254), (192, 168), (198, 18), (198, 19), (224...255, _): true
        case (100, 64...127), (172, 16...31): true
        case (192, 0): bytes[2] == 0 || bytes[2] == 2
        case (198, 51): bytes[2] == 100
        case (203, 0): bytes[2] == 113
        default: false
        }
    }
}

extension SocketAddress {
    /// The address in network order.
    fileprivate var packedIPAddress: [UInt8]? {
        switch self {
        case .v4(let address): withUnsafeBytes(of: address.address.sin_addr.s_addr) { Array($0) }
        case .v6(let address): withUnsafeBytes(of: address.address.sin6_addr) { Array($0) }
        case .unixDomainSocket: nil
        }
    }
}

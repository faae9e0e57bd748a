/// Which headers of a device's call may go on to an upstream.
enum GatewayPassHeaders {
    /// Names at most.
    static let limit = 20

    /// Those that belong to the connection (RFC 9110, 7.6.1), that the gateway writes itself, or that would give away what proves who is asking.
    private static let kept: Set<String> = [
        "host", "content-length", "content-encoding", "content-type", "accept", "connection", "keep-alive", "te", "trailer", "transfer-encoding",
        "upgrade", "expect", "proxy-authorization", "proxy-connection", "authorization", "sign",
    ]
    /// Of headers by which the gateway tells who is asking: a device that sent them would say it itself.
    private static let gateways = "x-gateway-"

    /// Whether the name may be on the list: a token of RFC 9110 that is none of the kept ones.
    static func admits(_ name: String) -> Bool {
        let folded = name.lowercased()
        return (1...64).contains(name.utf8.count) && name.utf8.allSatisfy(isTokenByte) && !kept.contains(folded) && !folded.hasPrefix(gateways)
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Without the empty ones, and each name once, whatever its case.
    static func once(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        return names.filter { !$0.isEmpty && seen.insert($0.lowercased()).inserted }
    }
}

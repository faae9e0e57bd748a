import Storage

/// How a script is packed for devices. Both are described byte by byte in docs/hotpatch-package.md.
public enum HotpatchFormat: Int, Codable, CaseIterable, Sendable {
    /// The pipeline of the documents: AES-128-CBC twice, a zip, RSA over SHA-1. For clients that are out there already.
    case documented = 1
    /// AES-256-GCM once, with what was packed and by whose key inside the signed bytes.
    case sealed = 2

    /// The algorithms whose keys may sign it, the usual one first.
    public var algorithms: [HotpatchAlgorithm] {
        switch self {
        case .documented: [.rsa]
        case .sealed: [.ecdsa, .rsa]
        }
    }
}

extension HotpatchFormat: SQLConvertible {
    public var sqlValue: SQLValue { .integer(Int64(rawValue)) }

    public init?(sqlValue: SQLValue) {
        guard case .integer(let number) = sqlValue, let format = HotpatchFormat(rawValue: Int(number)) else { return nil }
        self = format
    }
}

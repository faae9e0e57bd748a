import Crypto
import Foundation

/// How a batch gets its name.
public enum LogBatchNaming: Sendable {
    /// A new name for every batch: right for lines that are written once.
    case random
    /// A digest of the lines: right for files, where a run that was interrupted and repeated must not count anything twice.
    case contents

    package func name(for body: [UInt8]) -> String {
        switch self {
        case .random: UUID().uuidString.lowercased()
        case .contents: HexText.digits(SHA256.hash(data: body).prefix(16))
        }
    }
}

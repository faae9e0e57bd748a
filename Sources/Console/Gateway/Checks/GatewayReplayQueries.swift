import Foundation
import Storage

extension Connection {
    /// - Returns: false when it is there already.
    func insertGatewaySignature(_ hash: [UInt8], at time: Date) throws -> Bool {
        try run("INSERT INTO gateway_signature (hash, at) VALUES (\(hash), \(time)) ON CONFLICT (hash) DO NOTHING") > 0
    }

    func deleteGatewaySignatures(before time: Date) throws {
        try run("DELETE FROM gateway_signature WHERE at < \(time)")
    }
}

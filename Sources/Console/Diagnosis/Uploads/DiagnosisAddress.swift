import Signing

/// Where one device may send one file: nobody else can name the place, and nobody has to log in there.
struct DiagnosisAddress: Sendable {
    let app: String
    let part: String
    /// A part that is asked again has another address.
    let round: Int

    /// An HMAC under the installation's key, so that nothing secret is stored; 128 bits.
    private func token(_ key: [UInt8]) -> String {
        Hex.encode(Array(HMAC.sha256(key: key, Array("diagnosis upload \(app) \(part) \(round)".utf8)).prefix(16)))
    }

    func isProved(by token: String, _ key: [UInt8]) -> Bool {
        constantTimeEqual(Array(token.utf8), Array(self.token(key).utf8))
    }

    /// - Parameter publicURL: what devices call the console.
    func url(_ publicURL: String, _ key: [UInt8]) -> String {
        "\(publicURL)/diagnosis/\(app)/\(part)/\(token(key))"
    }

    static func makeID() -> String { Random.hex(8) }
}

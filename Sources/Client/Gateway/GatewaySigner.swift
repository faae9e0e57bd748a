import Crypto
import Foundation

/// Signs calls with the secret of the app.
///
/// What is signed is `Operation-Type=<operation>&Request-Data=<base64 of the body, before gzip>&Ts=<ts>`.
///
/// The secret shows in no description and no mirror of a signer, so it gets into no log by accident. It does stand in the
/// memory of every installed app: a signature says that the app was there, not who used it.
public struct GatewaySigner: Sendable {
    /// How the text is signed; the raw value is the header `signType`.
    public enum Form: String, Sendable {
        /// `MD5(<secret>&<text>)`, what mPaaS clients do. Apps can be set to refuse it.
        case md5 = "0"
        /// HMAC-SHA256 keyed with the secret (RFC 2104).
        case hmacSHA256 = "hmac-sha256"
    }

    /// The form of every signature this signer makes.
    public let form: Form
    /// How `Ts` is written.
    public let timestamp: GatewayTimestamp
    /// For what else is sealed with it; in no description and no mirror.
    let secret: [UInt8]

    /// - Parameter secret: the AppSecret as the console shows it, 32 hexadecimal digits; its characters are the key, not the 16 bytes they stand for.
    public init(secret: String, form: Form = .hmacSHA256, timestamp: GatewayTimestamp = .decimal) {
        self.form = form
        self.timestamp = timestamp
        self.secret = Array(secret.utf8)
    }

    /// The signature of one call.
    ///
    /// The gateway takes it for ten minutes before and after `time`, and only once where the operation changes something:
    /// sign again for every sending.
    ///
    /// - Parameter body: as it is before compression.
    public func sign(_ operation: String, _ body: [UInt8], at time: Date) -> GatewaySignature {
        let moment = timestamp.text(time)
        let text = "Operation-Type=\(operation)&Request-Data=\(Data(body).base64EncodedString())&Ts=\(moment)"
        return GatewaySignature(timestamp: moment, sign: digest(Array(text.utf8)), form: form)
    }

    private func digest(_ text: [UInt8]) -> String {
        switch form {
        case .md5: HexText.digits(Insecure.MD5.hash(data: secret + [UInt8(ascii: "&")] + text))
        case .hmacSHA256: HexText.digits(HMAC<SHA256>.authenticationCode(for: text, using: SymmetricKey(data: secret)))
        }
    }
}

extension GatewaySigner: CustomStringConvertible, CustomReflectable {
    public var description: String { "GatewaySigner(\(form), \(timestamp))" }
    public var customMirror: Mirror { Mirror(self, children: ["form": form, "timestamp": timestamp]) }
}

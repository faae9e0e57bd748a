import Crypto
import Foundation

/// Packages of format 2 (docs/hotpatch-package.md): `MPHOTP02`, then header, AES-256-GCM body and signature, each after its length in
/// four bytes, big-endian. The signature is over everything before its length; the body is bound to the header as additional data.
enum HotpatchSealed {
    private static let magic = Array("MPHOTP02".utf8)
    /// Bytes of a header, and of a signature.
    private static let fieldLimit = 1_024

    static func open(_ bytes: [UInt8], keys: [HotpatchKey], secret: [UInt8]) throws(HotpatchFault) -> HotpatchPackage {
        guard bytes.starts(with: magic) else { throw .layout }
        var rest = bytes.dropFirst(magic.count)
        let headerBytes = try field(&rest, limit: fieldLimit)
        let bound = bytes[..<rest.startIndex]
        let body = try field(&rest, limit: HotpatchPackage.limit)
        let signed = bytes[..<rest.startIndex]
        let signature = try field(&rest, limit: fieldLimit)
        guard rest.isEmpty else { throw .layout }
        let header = try Header.read(headerBytes)
        guard let key = keys.first(where: { $0.id == header.keyId }) else { throw .key }
        guard key.signedSealed(signed, signature, as: header.algorithm) else { throw .signature }
        return try unpack(try decrypt(body, header, bound, secret), header, signature)
    }

    private static func field(_ rest: inout ArraySlice<UInt8>, limit: Int) throws(HotpatchFault) -> ArraySlice<UInt8> {
        guard rest.count >= 4 else { throw .layout }
        let count = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(4)
        guard count <= limit, count <= rest.count else { throw .layout }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private struct Header: Decodable {
        let algorithm: String
        let cipher: String
        let format: Int
        let keyId: String
        let nonce: Data
        let releaseId: String

        static func read(_ bytes: ArraySlice<UInt8>) throws(HotpatchFault) -> Header {
            guard let header = try? JSONDecoder().decode(Header.self, from: Data(bytes)), header.format == 2, header.cipher == "AES-256-GCM",
                header.nonce.count == 12, bytes.elementsEqual(header.text.utf8)
            else { throw .layout }
            return header
        }

        /// A header has one form, so that no two readers can differ about one.
        private var text: String {
            #"{"algorithm":"\#(algorithm)","cipher":"\#(cipher)","format":\#(format),"keyId":"\#(keyId)","nonce":"\#(nonce.base64EncodedString())","#
                + #""releaseId":"\#(releaseId)"}"#
        }
    }

    private struct Manifest: Decodable {
        let language: HotpatchScript.Language
        let releaseId: String
        let sha256: String
        let size: Int

        /// It has one form too.
        static func read(_ bytes: [UInt8]) -> Manifest? {
            guard let read = try? JSONDecoder().decode(Manifest.self, from: Data(bytes)) else { return nil }
            let text = #"{"language":"\#(read.language.rawValue)","releaseId":"\#(read.releaseId)","sha256":"\#(read.sha256)","size":\#(read.size)}"#
            return bytes.elementsEqual(text.utf8) ? read : nil
        }
    }

    private static func decrypt(
        _ body: ArraySlice<UInt8>,
        _ header: Header,
        _ bound: ArraySlice<UInt8>,
        _ secret: [UInt8]
    ) throws(HotpatchFault) -> [UInt8] {
        let key = HMAC<SHA256>.authenticationCode(for: Array("mpaas-hotpatch-2".utf8), using: SymmetricKey(data: secret))
        guard body.count >= 16, let nonce = try? AES.GCM.Nonce(data: header.nonce),
            let box = try? AES.GCM.SealedBox(nonce: nonce, ciphertext: body.dropLast(16), tag: body.suffix(16)),
            let plain = try? AES.GCM.open(box, using: SymmetricKey(data: key), authenticating: bound)
        else { throw .decryption }
        return Array(plain)
    }

    private static func unpack(_ zip: [UInt8], _ header: Header, _ signature: ArraySlice<UInt8>) throws(HotpatchFault) -> HotpatchPackage {
        let files = try HotpatchZip.read(zip, names: ["manifest.json", "script"])
        guard let script = files["script"], let manifest = files["manifest.json"].flatMap(Manifest.read), !script.isEmpty,
            manifest.releaseId == header.releaseId, manifest.size == script.count, manifest.sha256 == HexText.digits(SHA256.hash(data: script))
        else { throw .contents }
        return HotpatchPackage(
            script: script,
            language: manifest.language,
            release: header.releaseId,
            keyId: header.keyId,
            signature: Array(signature)
        )
    }
}

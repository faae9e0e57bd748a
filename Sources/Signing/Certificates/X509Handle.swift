import COpenSSL
import Foundation

/// Owner of one certificate of OpenSSL.
final class X509Handle {
    let pointer: OpaquePointer

    /// - Parameter pointer: the owner frees it.
    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// - Returns: nil for what is no certificate, or has bytes behind it.
    convenience init?(der: [UInt8]) {
        guard let pointer = OpenSSLBytes.decoded(der, { d2i_X509(nil, $0, $1) }, free: { X509_free($0) }) else {
            OpenSSLErrors.clear()
            return nil
        }
        self.init(owning: pointer)
    }

    deinit {
        X509_free(pointer)
    }

    var der: [UInt8]? { OpenSSLBytes.encoded { i2d_X509(pointer, $0) } }

    /// DER of the public key with its algorithm (SubjectPublicKeyInfo).
    var publicKey: [UInt8] {
        OpenSSLBytes.encoded { i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), $0) } ?? []
    }

    /// Hexadecimal, without leading zeros but with whole bytes.
    var serial: String {
        guard let number = ASN1_INTEGER_to_BN(X509_get0_serialNumber(pointer), nil) else { return "" }
        defer { BN_free(number) }
        guard let text = BN_bn2hex(number) else { return "" }
        defer { CRYPTO_free(text, nil, 0) }
        return String(cString: text).lowercased()
    }

    /// - Returns: nil for a time that is none.
    static func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
        var parts = tm()
        guard let time, ASN1_TIME_to_tm(time, &parts) == 1 else {
            OpenSSLErrors.clear()
            return nil
        }
        return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
    }

    /// The content of the extension with an object identifier in dots.
    func value(ofExtension identifier: String) -> [UInt8]? {
        guard let object = OBJ_txt2obj(identifier, 1) else { return nil }
        defer { ASN1_OBJECT_free(object) }
        let place = X509_get_ext_by_OBJ(pointer, object, -1)
        guard place >= 0, let found = X509_get_ext(pointer, place) else { return nil }
        return OpenSSLBytes.of(X509_EXTENSION_get_data(found))
    }
}

/// A subject's or an issuer's name.
struct X509Name {
    let text: String
    let commonName: String
    let organisation: String
    let organisationalUnit: String
    /// `UID`, where Apple writes a bundle identifier or a team.
    let userId: String

    /// - Parameter name: of a certificate that outlives this call.
    init(_ name: OpaquePointer?) {
        text = Self.line(name)
        commonName = Self.first(NID_commonName, of: name)
        organisation = Self.first(NID_organizationName, of: name)
        organisationalUnit = Self.first(NID_organizationalUnitName, of: name)
        userId = Self.first(NID_userId, of: name)
    }

    /// RFC 2253's order and escapes, short names, a space after each comma: as the seeds show it, `CN=…, OU=…, O=Apple Inc., C=US`.
    private static func line(_ name: OpaquePointer?) -> String {
        guard let name else { return "" }
        let text = OpenSSLMemory()
        let escapes = UInt(ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_UTF8_CONVERT)
        let unknown = UInt(ASN1_STRFLGS_DUMP_UNKNOWN | ASN1_STRFLGS_DUMP_DER)
        X509_NAME_print_ex(text.pointer, name, 0, escapes | unknown | UInt(XN_FLAG_SEP_CPLUS_SPC | XN_FLAG_DN_REV | XN_FLAG_FN_SN))
        return String(decoding: text.read(), as: UTF8.self)
    }

    private static func first(_ kind: Int32, of name: OpaquePointer?) -> String {
        guard let name else { return "" }
        let place = X509_NAME_get_index_by_NID(name, kind, -1)
        guard place >= 0, let entry = X509_NAME_get_entry(name, place) else { return "" }
        var text: UnsafeMutablePointer<UInt8>?
        let length = ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(entry))
        guard length >= 0, let text else {
            OpenSSLErrors.clear()
            return ""
        }
        defer { CRYPTO_free(text, nil, 0) }
        return String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self)
    }
}

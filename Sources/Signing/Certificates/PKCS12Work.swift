import COpenSSL

/// What it takes to open a box that is sealed with a password.
enum PKCS12Work {
    /// - Throws: `tooMuchWork`, or `unsupported` for a way that cannot be judged: PBES1 and PBES2 with PBKDF2 (RFC 8018) are all there is.
    static func check(_ algorithm: UnsafePointer<X509_ALGOR>?) throws(PKCS12Failure) {
        guard let der = OpenSSLBytes.encoded({ i2d_X509_ALGOR(algorithm, $0) }), let parts = DER.one(in: der[...])?.children, parts.count == 2 else {
            throw .notPKCS12
        }
        guard let parameters = parts[1].children, let rounds = rounds(of: OBJ_obj2nid(algorithm?.pointee.algorithm), parameters) else {
            throw .unsupported
        }
        guard (1...PKCS12.iterationLimit).contains(rounds) else { throw .tooMuchWork }
    }

    private static func rounds(of algorithm: Int32, _ parameters: [DER]) -> Int? {
        guard algorithm == NID_pbes2 else {
            // A salt and the number.
            return parameters.count == 2 ? parameters[1].number ?? Int.max : nil
        }
        // How the key is made of the password: an identifier, then a salt, the number, and what may be left out.
        guard let making = parameters.first?.children, making.count == 2, making[0].content.elementsEqual(pbkdf2) else { return nil }
        guard let numbers = making[1].children, numbers.count >= 2 else { return nil }
        return numbers[1].number ?? Int.max
    }

    /// 1.2.840.113549.1.5.12
    private static let pbkdf2: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x05, 0x0C]

    /// Why a box stayed shut: without the code over the whole nothing but garbage tells a wrong password.
    static func reason() -> PKCS12Failure {
        let missing = [
            EVP_R_UNSUPPORTED_ALGORITHM, EVP_R_UNKNOWN_PBE_ALGORITHM, EVP_R_UNKNOWN_CIPHER, EVP_R_UNSUPPORTED_CIPHER, Int32(ERR_R_UNSUPPORTED),
        ]
        return OpenSSLErrors.take().contains { missing.contains($0.reason) } ? .unsupported : .wrongPassword
    }
}

import COpenSSL

/// Password hashing with scrypt (RFC 7914), as text that carries its own parameters:
/// `$scrypt$ln=17,r=8,p=1$<salt>$<hash>`, base64 without padding, the form of the PHC string format.
///
/// One hash takes `Cost.memory` bytes and some 330 ms of one core at the standard cost: keep it off the event loop and limit how many run at once.
public enum Scrypt {
    /// A new hash with a random salt of 16 bytes. Bound the password's length before calling.
    public static func hash(password: String, cost: Cost = .standard) -> String {
        let salt = Random.bytes(16)
        return Record(cost: cost, salt: salt, hash: derive(password, salt: salt, cost: cost, count: 32)).text
    }

    /// Whether `text` is a hash of `password`. Text that is no hash, or costs more than ``Cost/ceiling``, matches nothing.
    public static func verify(password: String, against text: String) -> Bool {
        guard let record = Record(text) else { return false }
        let hash = derive(password, salt: record.salt, cost: record.cost, count: record.hash.count)
        return constantTimeEqual(hash, record.hash)
    }

    /// Whether `text` was made with other parameters than `cost`: then hash the password again when it is next known.
    public static func needsRehash(_ text: String, cost: Cost = .standard) -> Bool {
        Record(text)?.cost != cost
    }

    /// The raw function: `count` bytes from a password and a salt.
    static func derive(_ password: String, salt: [UInt8], cost: Cost, count: Int) -> [UInt8] {
        let password = Array(password.utf8)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let done = password.withUnsafeBytes { password in
                EVP_PBE_scrypt(
                    password.baseAddress,
                    password.count,
                    salt,
                    salt.count,
                    1 << UInt64(cost.ln),
                    UInt64(cost.r),
                    UInt64(cost.p),
                    UInt64(cost.memory),
                    buffer.baseAddress,
                    count
                )
            }
            precondition(done == 1, "OpenSSL could not run scrypt: out of memory")
            initialized = count
        }
    }
}

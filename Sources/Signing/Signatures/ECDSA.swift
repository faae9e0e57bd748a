import COpenSSL

/// ECDSA on P-256 with the nonce of RFC 6979, so that one message has one signature and no bad generator gives the key away. OpenSSL before 3.2
/// has no such nonces; the curve's and the numbers' arithmetic is its own.
final class ECDSA {
    private let group: OpaquePointer
    private let numbers: OpaquePointer
    private let order: OpaquePointer
    private let secret: OpaquePointer

    /// - Returns: nil for a key on another curve.
    init?(_ key: OpenSSLKey) {
        var secret: OpaquePointer?
        guard key.kind == .ec(curve: "prime256v1"), EVP_PKEY_get_bn_param(key.pointer, OSSL_PKEY_PARAM_PRIV_KEY, &secret) == 1, let secret else {
            return nil
        }
        guard let group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1), let numbers = BN_CTX_secure_new(), let order = EC_GROUP_get0_order(group)
        else { fatalError("OpenSSL is out of memory") }
        (self.group, self.numbers, self.order, self.secret) = (group, numbers, order, secret)
        BN_set_flags(secret, BN_FLG_CONSTTIME)
    }

    deinit {
        BN_clear_free(secret)
        BN_CTX_free(numbers)
        EC_GROUP_free(group)
    }

    /// - Parameter digest: 32 bytes.
    /// - Returns: DER of `r` and `s`.
    func sign(digest: [UInt8]) -> [UInt8]? {
        BN_CTX_start(numbers)
        defer { BN_CTX_end(numbers) }
        var nonces = DeterministicNonces(secret: bytes(secret), digest: bytes(reduced(digest)))
        // Another nonce is needed once in 2²⁵⁶ messages.
        for _ in 0..<8 {
            if let signature = sign(digest, with: nonces.next()) { return signature }
        }
        return nil
    }

    /// - Returns: nil when the nonce is not below the order, or gives a zero.
    private func sign(_ digest: [UInt8], with nonce: [UInt8]) -> [UInt8]? {
        BN_CTX_start(numbers)
        defer { BN_CTX_end(numbers) }
        let k = number()
        BN_bin2bn(nonce, Int32(nonce.count), k)
        BN_set_flags(k, BN_FLG_CONSTTIME)
        guard BN_is_zero(k) == 0, BN_cmp(k, order) < 0, let r = abscissa(k), let s = proof(k, r, reduced(digest)) else { return nil }
        guard let signature = ECDSA_SIG_new(), let (ownR, ownS) = BN_dup(r).flatMap({ r in BN_dup(s).map { (r, $0) } }) else { return nil }
        defer { ECDSA_SIG_free(signature) }
        ECDSA_SIG_set0(signature, ownR, ownS)
        return OpenSSLBytes.encoded { i2d_ECDSA_SIG(signature, $0) }
    }

    /// `r`: of the point `k` times the base, modulo the order.
    private func abscissa(_ k: OpaquePointer) -> OpaquePointer? {
        guard let point = EC_POINT_new(group) else { return nil }
        defer { EC_POINT_free(point) }
        let (x, r) = (number(), number())
        guard EC_POINT_mul(group, point, k, nil, nil, numbers) == 1, EC_POINT_get_affine_coordinates(group, point, x, nil, numbers) == 1 else {
            return nil
        }
        return BN_nnmod(r, x, order, numbers) == 1 && BN_is_zero(r) == 0 ? r : nil
    }

    /// `s = (e + r d) / k`. Computed as `(b e + b r d) / (b k)` with a random `b`, so that times say nothing of the key.
    private func proof(_ k: OpaquePointer, _ r: OpaquePointer, _ e: OpaquePointer) -> OpaquePointer? {
        let (b, left, right, sum, s) = (number(), number(), number(), number(), number())
        guard BN_priv_rand_range(b, order) == 1, BN_is_zero(b) == 0,
            BN_mod_mul(left, b, e, order, numbers) == 1,
            BN_mod_mul(right, b, secret, order, numbers) == 1, BN_mod_mul(right, right, r, order, numbers) == 1,
            BN_mod_add(sum, left, right, order, numbers) == 1,
            BN_mod_mul(left, b, k, order, numbers) == 1, BN_mod_inverse(right, left, order, numbers) != nil,
            BN_mod_mul(s, sum, right, order, numbers) == 1
        else { return nil }
        return BN_is_zero(s) == 0 ? s : nil
    }

    /// A digest as a number below the order.
    private func reduced(_ digest: [UInt8]) -> OpaquePointer {
        let (e, rest) = (number(), number())
        BN_bin2bn(digest, Int32(digest.count), e)
        BN_nnmod(rest, e, order, numbers)
        return rest
    }

    private func bytes(_ number: OpaquePointer) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            count = BN_bn2binpad(number, buffer.baseAddress, 32) == 32 ? 32 : 0
        }
    }

    /// One that lives until the innermost `BN_CTX_end`, or as long as this.
    private func number() -> OpaquePointer {
        guard let number = BN_CTX_get(numbers) else { fatalError("OpenSSL is out of memory") }
        return number
    }
}

/// Nonces for one message (RFC 6979, 3.2), with SHA-256 and an order of 256 bits, where bits and octets are the same.
struct DeterministicNonces {
    private var key = [UInt8](repeating: 0, count: 32)
    private var value = [UInt8](repeating: 1, count: 32)

    /// - Parameters:
    ///   - secret: the private number, 32 bytes.
    ///   - digest: the message's, modulo the order, 32 bytes.
    init(secret: [UInt8], digest: [UInt8]) {
        for step: UInt8 in [0, 1] {
            key = HMAC.sha256(key: key, value + [step] + secret + digest)
            value = HMAC.sha256(key: key, value)
        }
    }

    /// The next candidate; it may not be below the order.
    mutating func next() -> [UInt8] {
        value = HMAC.sha256(key: key, value)
        defer {
            key = HMAC.sha256(key: key, value + [0])
            value = HMAC.sha256(key: key, value)
        }
        return value
    }
}

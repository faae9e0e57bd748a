extension Scrypt {
    /// How much work a hash is (RFC 7914, section 2).
    public struct Cost: Equatable, Sendable {
        /// Base-2 logarithm of N, the number of blocks kept in memory.
        public let ln: Int
        /// Block size in units of 128 bytes.
        public let r: Int
        /// Rounds one after the other.
        public let p: Int

        /// 128 MiB: 2¹⁷ blocks of 1 KiB, what OWASP's Password Storage Cheat Sheet and ASVS 5.0 (appendix C) ask of scrypt.
        public static let standard = Cost(trusted: 17, 8, 1)

        /// The most bytes in a hash's blocks (256 MiB), so that a planted hash cannot take the server down.
        public static let ceiling = 256 << 20

        /// `nil` outside 1...20 for `ln`, 1...32 for `r` and 1...16 for `p`, or above ``ceiling``.
        public init?(ln: Int, r: Int, p: Int) {
            guard (1...20).contains(ln), (1...32).contains(r), (1...16).contains(p), ln < 16 * r else { return nil }
            guard 128 * r << ln <= Self.ceiling else { return nil }
            self.init(trusted: ln, r, p)
        }

        private init(trusted ln: Int, _ r: Int, _ p: Int) {
            self.ln = ln
            self.r = r
            self.p = p
        }

        /// Bytes of memory: N blocks, p blocks of input, and scratch, with room to spare.
        public var memory: Int {
            128 * r * (1 << ln + p + 4)
        }
    }
}

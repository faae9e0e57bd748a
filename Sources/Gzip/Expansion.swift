/// How much may come out of a compressed input.
public struct Expansion: Equatable, Sendable {
    /// Outputs up to this many bytes (1 MiB) may have any ratio.
    public static let unquestioned = 1 << 20

    /// The most bytes out, in all.
    public let limit: Int
    /// The most bytes out for a byte in, past ``unquestioned``.
    public let ratio: Int

    /// Negative numbers count as none.
    public init(limit: Int, ratio: Int = 200) {
        self.limit = min(max(limit, 0), Int.max - 1)
        self.ratio = max(ratio, 0)
    }

    /// The most bytes that may have come out after `consumed` bytes in.
    func allowed(after consumed: Int) -> Int {
        min(limit, byRatio(consumed))
    }

    private func byRatio(_ consumed: Int) -> Int {
        let (product, overflow) = consumed.multipliedReportingOverflow(by: ratio)
        return overflow ? .max : max(product, Self.unquestioned)
    }

    /// What passing ``allowed(after:)`` is called.
    func refusal(after consumed: Int) -> GzipError {
        byRatio(consumed) < limit ? .ratio : .tooLarge(limit: limit)
    }
}

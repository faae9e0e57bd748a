/// What is kept of groups, and done at a time.
enum CrashLimits {
    static let facetValues = 200
    /// Stands for all beyond.
    static let otherValue = "…"
    /// Reports that one merge, split or change of grouping has read again.
    static let readAgain = 100_000
    /// Of a comment, in characters.
    static let comment = 4_000
    /// Rules of an app.
    static let rules = 200
}

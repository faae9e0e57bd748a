/// A room's way to find what is its own.
struct SearchFinder: Sendable {
    /// - Parameters:
    ///   - apps: those to look into, the nearest first.
    ///   - limit: hits at most.
    typealias Find = @Sendable (_ text: SearchText, _ apps: [String], _ limit: Int) async throws -> [SearchHit]

    let kind: SearchKind
    let find: Find

    init(_ kind: SearchKind, _ find: @escaping Find) {
        self.kind = kind
        self.find = find
    }
}

/// What a node keeps in memory of one topic, and the version it was read at.
struct ChangeCopy<Content: Sendable>: Sendable {
    private(set) var content: Content
    /// Of the topic; -1 before the first read.
    private(set) var version = -1

    init(_ content: Content) {
        self.content = content
    }

    /// Takes up what was read. Of two reads that end at once the later version stays. A lower one counts only when nothing else was taken up
    /// since its read began: then the database itself went back, to a backup or a standby that had not heard of the last commits.
    /// - Parameters:
    ///   - version: read in the same transaction as the content.
    ///   - before: this copy's version when the read began.
    mutating func take(_ content: Content, at version: Int, since before: Int) {
        guard version > self.version || self.version == before else { return }
        self.content = content
        self.version = version
    }
}

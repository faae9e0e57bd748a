import Web

/// Whether a device could ever clear a dot.
///
/// A tap clears a widget's dot only while nothing hangs below the widget ("如果是叶子节点的红点就消除红点，否则不处理"): a widget that is
/// the leaf of one dot and a parent in another keeps its dot until the other is gone. Audiences are not compared: a device may be in both.
struct BadgeClash {
    /// Of every other dot that a device may hold.
    let live: [BadgePath]

    /// What stands against a path, as rejections of the field `badgeId`.
    func rejections(_ path: BadgePath) -> [Rejection] {
        if let twice = Self.twice(path) { return [Rejection("badgeId", "badges.clash.twice", ["widget": twice])] }
        if let other = below(path) { return [Rejection("badgeId", "badges.clash.parent", ["widget": path.leaf, "other": other.text])] }
        if let other = above(path) { return [Rejection("badgeId", "badges.clash.child", ["widget": other.leaf, "other": other.text])] }
        return []
    }

    /// A widget that would be its own parent.
    private static func twice(_ path: BadgePath) -> String? {
        path.widgets.indices.first { path.widgets[..<$0].contains(path.widgets[$0]) }.map { path.widgets[$0] }
    }

    /// A dot that hangs below the leaf of this one, so that this one could not be cleared.
    private func below(_ path: BadgePath) -> BadgePath? {
        live.first { $0.parents.contains(path.leaf) }
    }

    /// A dot whose leaf would get this one below it, so that it could not be cleared any more.
    private func above(_ path: BadgePath) -> BadgePath? {
        live.first { path.parents.contains($0.leaf) }
    }
}

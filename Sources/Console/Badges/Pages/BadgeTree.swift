/// The widgets of all live dots as the tree that a device makes of them, flattened for a nested list: root first, children under their parent.
struct BadgeTree: Codable, Sendable, Equatable {
    let rows: [Row]

    /// A widget. `opens` and `closes` tell a template where the lists inside the outermost one begin and end.
    struct Row: Codable, Sendable, Equatable {
        let widget: String
        /// Of its own dots and of all below it, for a device that has all of them.
        let sum: Int
        /// How many dots end here.
        let dots: Int
        /// Whether a list begins in front of this one.
        let opens: Bool
        /// Whether others hang below it.
        let isParent: Bool
        /// One for every list that ends behind it.
        let closes: [Int]
    }

    init(_ badges: [Badge]) {
        let root = Node()
        for badge in badges { root.hang(badge.path.widgets[...], badge.numbers.sum) }
        rows = root.children.flatMap { $0.rows(depth: 1) }.nested
    }

    fileprivate final class Node {
        let widget: String
        var children: [Node] = []
        var sum = 0
        var dots = 0

        init(_ widget: String = "") {
            self.widget = widget
        }

        func hang(_ widgets: ArraySlice<String>, _ number: Int) {
            sum += number
            guard let first = widgets.first else {
                dots += 1
                return
            }
            child(first).hang(widgets.dropFirst(), number)
        }

        private func child(_ widget: String) -> Node {
            if let child = children.first(where: { $0.widget == widget }) { return child }
            let child = Node(widget)
            children.append(child)
            return child
        }

        func rows(depth: Int) -> [(depth: Int, node: Node)] {
            [(depth, self)] + children.flatMap { $0.rows(depth: depth + 1) }
        }
    }
}

extension [(depth: Int, node: BadgeTree.Node)] {
    /// With where lists begin and end, told by the depth of the row before and the one after.
    fileprivate var nested: [BadgeTree.Row] {
        indices.map { place in
            let before = place == 0 ? 1 : self[place - 1].depth
            let after = place + 1 < count ? self[place + 1].depth : 1
            let (depth, node) = self[place]
            return BadgeTree.Row(
                widget: node.widget,
                sum: node.sum,
                dots: node.dots,
                opens: depth > before,
                isParent: after > depth,
                closes: [Int](repeating: 0, count: Swift.max(depth - after, 0))
            )
        }
    }
}

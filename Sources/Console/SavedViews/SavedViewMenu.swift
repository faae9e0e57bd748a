import Web

/// The menu of saved views that every page has which has filters, or of which something is saved; forms have none.
extension SavedViewIndex {
    /// - Returns: nil where there is nothing to open and nothing to save, and for who is no account.
    func menu(_ context: Context) -> Frame.Views? {
        guard let viewer = context.viewer, viewer.account != nil, !context.isForm else { return nil }
        let query = SavedViewRules.filters(context.query)
        let encoded = query.encoded
        let views = views(of: context.path, for: viewer)
        let isSavable = encoded.utf8.count <= SavedViewRules.longestQuery && SavedViewRules.path(context.path) != nil
        let kept = isSavable ? encoded : ""
        guard !views.isEmpty || !kept.isEmpty else { return nil }
        return Frame.Views(
            items: views.map { Frame.View(name: $0.name, href: $0.href, current: $0.isSame(as: query), shared: $0.shared) },
            path: context.path,
            query: kept,
            shareable: SavedViewRules.app(of: context.path).map(context.mayOperate) ?? false
        )
    }
}

extension SavedView {
    /// Whether it asks for the same, in whatever order.
    fileprivate func isSame(as filters: Form) -> Bool {
        guard let own = try? Form(encoded: query) else { return false }
        return Self.pairs(own) == Self.pairs(filters)
    }

    private static func pairs(_ form: Form) -> [String] { form.fields.map { "\($0.name)=\($0.value)" }.sorted() }
}

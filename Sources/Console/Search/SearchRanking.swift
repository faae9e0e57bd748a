import Foundation

/// Puts what was found in order: by how near each hit is to the words, then those of the app one comes from, then the newest.
struct SearchRanking: Sendable {
    let ask: Search.Ask

    /// The kind with the nearest hit first.
    func groups(_ hits: [SearchHit]) -> [SearchGroup] {
        let ranked = Dictionary(grouping: hits.map { (hit: $0, distance: ask.text.distance(of: $0)) }, by: \.hit.kind)
        let groups = SearchKind.allCases.compactMap { kind in ranked[kind].map { group(kind, $0) } }
        return groups.enumerated().sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.map(\.element.group)
    }

    private func group(_ kind: SearchKind, _ hits: [(hit: SearchHit, distance: Int)]) -> (group: SearchGroup, distance: Int) {
        let sorted = hits.sorted { left, right in
            let (one, other) = ((left.distance, left.hit.isFar(from: ask.near)), (right.distance, right.hit.isFar(from: ask.near)))
            if one != other { return one < other }
            return (right.hit.time, left.hit.title, left.hit.id) < (left.hit.time, right.hit.title, right.hit.id)
        }
        let counted = sorted.prefix(SearchBounds.hits)
        let group = SearchGroup(
            kind: kind,
            count: counted.count,
            more: hits.count > SearchBounds.hits,
            items: counted.prefix(ask.limit).map(\.hit)
        )
        return (group, sorted.first?.distance ?? 0)
    }
}

extension SearchHit {
    /// To sort by: 0 for hits of the app that is near.
    fileprivate func isFar(from near: String?) -> Int { near != nil && app.value == near ? 0 : 1 }

    fileprivate var time: Date { at.value ?? .distantPast }
}

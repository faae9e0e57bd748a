import Storage

/// Holds tables against what shards demand of them.
struct DoctorFit {
    let placements: [String: DoctorPlacement]
    let rules: [String: TableRules]
    /// Of tables with a partition for each day.
    let partitionColumns: [String: String]

    /// Why a table cannot be where it is to be; empty when it can.
    func reasons(_ table: TableShape) -> [String] {
        let rules = rules[table.name] ?? TableRules()
        let isSpread = placements[table.name] == .distributed
        let reasons = isSpread ? keyReasons(table) + uniqueReasons(rules) + counted(rules) : []
        return reasons + rules.references.flatMap { referenceReasons(table, $0) }
    }

    private func keyReasons(_ table: TableShape) -> [String] {
        var reasons: [String] = []
        if table.key.first != DoctorPlacement.column {
            reasons.append("its primary key (\(table.key.joined(separator: ", "))) does not lead with \(DoctorPlacement.column)")
        }
        if let column = partitionColumns[table.name], !table.key.contains(column) {
            reasons.append("its primary key does not contain \(column), by which it is partitioned")
        }
        return reasons
    }

    /// A shard can only see to its own rows.
    private func uniqueReasons(_ rules: TableRules) -> [String] {
        rules.unique.filter { !$0.contains(DoctorPlacement.column) }
            .map { "unique (\($0.joined(separator: ", "))) does not contain \(DoctorPlacement.column), so no shard can see to it" }
    }

    private func counted(_ rules: TableRules) -> [String] {
        rules.counted.map { "\($0) is counted up by a sequence, which all shards would wait for" }
    }

    /// From shards to shards only of the same app; from anywhere to copies that every server has.
    private func referenceReasons(_ table: TableShape, _ reference: TableRules.Reference) -> [String] {
        let other = reference.table
        switch (placements[table.name], placements[other]) {
        case (.distributed, .distributed):
            let isSameApp = zip(reference.columns, reference.targets).contains { $0 == DoctorPlacement.column && ($1 == $0 || $1.isEmpty) }
            return isSameApp ? [] : ["it refers to \(other) without \(DoctorPlacement.column): the row may be in another shard"]
        case (.distributed, .local), (.reference, .local): return ["it refers to \(other), which is on the coordinator alone"]
        case (.reference, .distributed), (.local, .distributed): return ["it refers to \(other), whose rows are in shards"]
        default: return []
        }
    }
}

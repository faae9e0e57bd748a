import Web

/// A problem of a choice in sentences of the catalogue.
struct PackageProblemWords: Sendable {
    let title: Message
    let because: [Message]
    let waysOut: [Message]
}

extension ModuleProblem {
    var sentences: PackageProblemWords {
        PackageProblemWords(
            title: Message("packages.problem.\(kind.rawValue)", ["module": module]),
            because: because.map(\.sentence),
            waysOut: waysOut.map(\.sentence)
        )
    }
}

extension ModuleReason {
    var sentence: Message {
        // Who asks stands in it with the version, where only that one asks.
        let who = version.isEmpty ? module : "\(module) \(version)"
        return Message("packages.reason.\(kind.rawValue)\(variant)", ["who": who, "needs": needs, "detail": detail])
    }

    /// Of the sentence, where the detail decides what there is to say.
    private var variant: String {
        switch kind {
        case .chosen: detail.isEmpty ? "" : "Version"
        case .available: detail.isEmpty ? "None" : ""
        // Since which system there is the library, or one that is called alike.
        case .library: detail.isEmpty ? "Unknown" : detail.first?.isNumber == true ? "" : "Near"
        default: ""
        }
    }
}

extension ModuleWayOut {
    var sentence: Message {
        Message("packages.wayOut.\(kind.rawValue)", ["module": module, "detail": detail])
    }
}

extension PackageDraft {
    /// Every reason why the choice cannot be had, at the module that was chosen.
    var rejections: [Rejection] {
        resolution.problems.filter { $0.level == .blocking }.flatMap { problem in
            let field = choice.modules.firstIndex { $0.module == problem.module }.map { "modules.\($0)" } ?? "modules"
            let words = problem.sentences
            return ([words.title] + words.because + words.waysOut).map { Rejection(field, $0.key, $0.arguments) }
        }
    }
}

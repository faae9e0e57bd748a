import Web

/// What pages say of something that devices are told of, in the reader's language.
extension ExposureKind {
    /// With the platform by its name, where the title begins with one: `iOS #3`.
    func title(_ title: String, _ words: Catalogue.Words) -> String {
        self == .update || self == .patch || self == .diagnosis ? Platform.naming(title, words) : title
    }

    /// The word for a state of the room that it comes from; empty for none.
    func word(_ state: String, _ words: Catalogue.Words) -> String {
        guard let states, !state.isEmpty else { return "" }
        return words["label.\(states).\(state)"]
    }

    private var states: String? {
        switch self {
        case .update: "updateState"
        case .patch: "hotpatchState"
        case .switches: nil
        case .push: "pushMessageState"
        case .badge: "badgeState"
        case .diagnosis: "diagnosisState"
        }
    }
}

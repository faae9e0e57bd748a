/// What of a version has to be looked at once it is in a package: most versions give no cause to, and a catalogue has thousands.
struct ModuleConcerns: Sendable {
    /// Current, without an end, and with nothing to ask about.
    private let isPlain: Bool
    /// When the youngest of its system libraries came; nil where that does not matter.
    private let library: RolloutVersion?

    init(_ version: ModuleVersion, _ licences: inout [String: Bool]) {
        let needs = version.needs
        let libraries = version.platform == .ios ? needs.systemFrameworks.map(ModuleSystemLibraries.introduced) : []
        let texts = [needs.licence] + needs.thirdParty.filter(\.included).map(\.licence)
        let isFree = texts.allSatisfy { text in
            if let known = licences[text] { return known }
            licences[text] = ModuleLicence(text)?.questions(accepted: []).isEmpty ?? false
            return licences[text] ?? false
        }
        isPlain = isFree && version.state == .current && needs.maximumOS.value == nil && !libraries.contains(nil)
        library = libraries.compactMap { $0.map { RolloutVersion($0) } }.max()
    }

    /// - Parameter system: the app's oldest.
    func matter(from system: RolloutVersion?) -> Bool {
        guard isPlain else { return true }
        guard let library, let system else { return false }
        return library > system
    }
}

import Web

/// What `Views/PushDevices/target` shows: the fields of a target with their choices, and what is wrong with them.
///
/// A page has it in a property, `{{#target}}{{>PushDevices/target}}{{/target}}`.
struct PushTargetFields: Codable, Sendable {
    let kinds: [Kind]
    let users: String
    let devices: String
    let platforms: [AppPlatformChoice]
    let versions: String
    let models: String
    let osVersions: String
    let activeWithinDays: String
    let crashGroup: String
    let lists: [ListChoice]
    let wrong: Wrong

    struct Kind: Codable, Sendable {
        let kind: PushTargetKind
        let chosen: Bool
    }

    struct ListChoice: Codable, Sendable {
        let id: String
        let name: String
        let entries: Int
        let chosen: Bool
    }

    /// What is said beside fields whose names have dots.
    struct Wrong: Codable, Sendable {
        let kind: Message?
        let users: Message?
        let devices: Message?
        let segment: Message?
        let versions: Message?
        let models: Message?
        let osVersions: Message?
        let activeWithinDays: Message?
        let crashGroup: Message?
        let list: Message?
    }

    /// - Parameters:
    ///   - form: as it was typed, or as it is stored.
    ///   - lists: of the app, newest first.
    init(_ form: PushTargetForm, lists: [PushList], _ app: App, _ context: Context) {
        kinds = PushTargetKind.allCases.map { Kind(kind: $0, chosen: $0.rawValue == form.kind) }
        users = form.users
        devices = form.devices
        platforms = AppPlatformChoice.all(of: app, chosen: form.segment?.platform)
        versions = form.segment?.versions ?? ""
        models = form.segment?.models ?? ""
        osVersions = form.segment?.osVersions ?? ""
        activeWithinDays = form.segment?.activeWithinDays ?? ""
        crashGroup = form.segment?.crashGroup ?? ""
        self.lists = lists.map { ListChoice(id: $0.id, name: $0.name, entries: $0.entries, chosen: $0.id == form.list) }
        wrong = Wrong(context)
    }
}

extension PushTargetFields.Wrong {
    fileprivate init(_ context: Context) {
        func segment(_ field: String) -> Message? { context.rejection("target.segment.\(field)") }
        self.init(
            kind: context.rejection("target.kind") ?? context.rejection("target"),
            users: context.rejection("target.users"),
            devices: context.rejection("target.devices"),
            segment: context.rejection("target.segment") ?? segment("platform"),
            versions: segment("versions"),
            models: segment("models"),
            osVersions: segment("osVersions"),
            activeWithinDays: segment("activeWithinDays"),
            crashGroup: segment("crashGroup"),
            list: context.rejection("target.list")
        )
    }
}

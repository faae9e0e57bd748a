import Web

/// The form of a module, new or there already.
struct ModuleForm: Codable, Sendable {
    /// Empty for a new one that nobody has named yet.
    let name: String
    let titleZh: String
    let titleEn: String
    let descriptionZh: String
    let descriptionEn: String
    let groups: [ModuleListPage.Group]
    let wrong: Wrong

    /// What is said beside fields whose names have dots.
    struct Wrong: Codable, Sendable {
        let titleZh: Message?
        let titleEn: Message?
        let descriptionZh: Message?
        let descriptionEn: Message?
    }

    init(_ module: Module?, _ context: Context) {
        name = module?.name ?? context.filled("name")
        titleZh = context.filled("title.zh", module?.title.zh ?? "")
        titleEn = context.filled("title.en", module?.title.en ?? "")
        descriptionZh = context.filled("description.zh", module?.description.zh ?? "")
        descriptionEn = context.filled("description.en", module?.description.en ?? "")
        let chosen = context.filled("group", (module?.group ?? .foundation).rawValue)
        groups = ModuleGroup.allCases.map { .init(group: $0, chosen: $0.rawValue == chosen) }
        wrong = Wrong(
            titleZh: context.rejection("title.zh"),
            titleEn: context.rejection("title.en"),
            descriptionZh: context.rejection("description.zh"),
            descriptionEn: context.rejection("description.en")
        )
    }
}

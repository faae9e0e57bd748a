import Web

/// The form of a new version, with what was found in its file.
struct ModulePublishForm: Codable, Sendable {
    let module: String
    let platform: Platform
    let artifact: ModuleArtifact
    let fields: ModulePublishFields
    /// The newest there is; empty for the first.
    let latest: String
    let onPhones: OnPhones

    /// Which words explain the fields.
    struct OnPhones: Codable, Sendable {
        let ios: Bool
        let android: Bool
        let harmony: Bool
    }

    init(_ module: Module, _ artifact: ModuleArtifact, _ fields: ModulePublishFields, latest: ModuleVersion?, _ context: Context) {
        self.module = module.name
        platform = artifact.kind.platform
        self.artifact = artifact
        self.fields = fields
        self.latest = latest?.version ?? ""
        onPhones = OnPhones(ios: platform == .ios, android: platform == .android, harmony: platform == .harmony)
    }
}

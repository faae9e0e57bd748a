import Web

/// The fields of a platform, as the wizard and the platform's own page show them. Read by `Views/Apps/platformFields`.
struct AppPlatformForm: Codable, Sendable {
    /// In front of the field names: `ios.` in the wizard, empty on the platform's own page.
    let prefix: String
    let platform: Platform
    let bundleId: String
    let repositoryType: String
    let repositoryAddress: String
    let git: Bool
    let svn: Bool
    let wrong: Wrong

    struct Wrong: Codable, Sendable {
        let bundleId: Message?
        let repositoryType: Message?
        let repositoryAddress: Message?
    }

    init(_ platform: AppPlatform, prefix: String, _ context: Context) {
        self.prefix = prefix
        self.platform = platform.platform
        bundleId = context.filled(prefix + "bundleId", platform.bundleId)
        repositoryType = context.filled(prefix + "repositoryType", platform.repositoryType)
        repositoryAddress = context.filled(prefix + "repositoryAddress", platform.repositoryAddress)
        git = repositoryType == "git"
        svn = repositoryType == "svn"
        wrong = Wrong(
            bundleId: context.rejection(prefix + "bundleId"),
            repositoryType: context.rejection(prefix + "repositoryType"),
            repositoryAddress: context.rejection(prefix + "repositoryAddress")
        )
    }
}

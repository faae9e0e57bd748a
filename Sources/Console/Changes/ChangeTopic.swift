/// What nodes keep in memory of the database, each kept part a topic. A change of what belongs to one raises its version.
enum ChangeTopic: String, CaseIterable, Sendable {
    /// Apps, platforms and secrets.
    case apps
    /// Accounts, roles, sessions that were ended, tokens.
    case accounts
    /// What is published of switches.
    case switches
    /// The gateway's settings and upstreams.
    case gateway
    /// Red dots that operators published.
    case badges
    /// The catalogue of modules, with its baselines.
    case modules
    /// Releases that devices are told of.
    case updates
    /// Code patches that devices are given.
    case hotpatches
    /// Keys of Sentry's SDKs.
    case sentry
    /// Alerts that nobody has read yet.
    case alerts
    /// Logs that devices are asked for.
    case diagnosis
    /// Pages that people keep under names.
    case savedViews
}

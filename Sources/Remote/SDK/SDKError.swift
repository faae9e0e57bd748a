/// Why the local SDK is not as it was asked to be; the description is a sentence with the way out.
public enum SDKError: Error, Sendable, CustomStringConvertible {
    case unknownModule(String, SDKPlatform)
    case unknownVersion(_ module: String, _ version: String, known: [String])
    /// The console's answer has something in it that no console gives.
    case catalogue(String)
    case inUse(_ directory: String)
    case unreadableIndex(_ directory: String, _ reason: String)
    case otherPlatform(_ directory: String, SDKPlatform)
    /// Two modules bring something of the same name.
    case clash(_ item: String, _ module: String, _ other: String)
    /// Something that this program did not put there.
    case inTheWay(_ path: String)
    case archive(_ module: String, _ reason: String)
    case file(String)

    public var description: String {
        switch self {
        case .unknownModule(let name, let platform):
            "there is no module \(RemoteText.clean(name)) for \(platform.rawValue); console sdk --platform \(platform.rawValue) lists those there are"
        case .unknownVersion(let module, let version, let known):
            "there is no version \(RemoteText.clean(version)) of \(module); there are: \(RemoteText.clean(known.joined(separator: ", ")))"
        case .catalogue(let what): "the catalogue has \(what) in a form that no console gives; nothing was changed"
        case .inUse(let directory): "another console sdk is working on \(directory) at the moment; wait for it"
        case .unreadableIndex(let directory, let reason):
            "\(directory)/index.json cannot be read (\(reason)): move \(directory) away and run console sdk update"
        case .otherPlatform(let directory, let platform):
            "\(directory) holds modules for \(platform.rawValue): give another --directory, or --platform \(platform.rawValue)"
        case .clash(let item, let module, let other): "\(module) and \(other) both bring \(RemoteText.clean(item)); \(module) was left out"
        case .inTheWay(let path): "\(RemoteText.clean(path)) was not put there by console sdk: move it away, and run the command again"
        case .archive(let module, let reason): "the archive of \(module) cannot be used: \(RemoteText.clean(reason)). Nothing of it was kept"
        case .file(let reason): reason
        }
    }
}

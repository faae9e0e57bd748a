/// What a person or a script may do, in rising order: each role includes those before it.
public enum Role: String, Codable, CaseIterable, Comparable, Sendable {
    case viewer, `operator`, releaser, admin

    public static func < (left: Role, right: Role) -> Bool {
        allCases.firstIndex(of: left)! < allCases.firstIndex(of: right)!
    }

    /// The scope that a token needs for what this role may do.
    public var scope: Scope {
        switch self {
        case .viewer: .read
        case .operator: .write
        case .releaser: .release
        case .admin: .admin
        }
    }
}

/// What a token was made for; `all` stands for every other scope.
public enum Scope: String, Codable, CaseIterable, Sendable {
    case read, write, release, admin, secrets
    /// Works on build requests and brings builds, and nothing else: for machines that run what is in a repository.
    case builds
    case all
}

import Foundation
import Web

/// What an operator ticks: a module, and perhaps the one version it has to be.
public struct ModuleChoice: Codable, Sendable, Equatable, Hashable {
    public let module: String
    /// Absent for the baseline's version, or the newest that fits.
    public let version: String?

    enum CodingKeys: String, CodingKey {
        /// The contract's words: `{name, version?}`.
        case module = "name"
        case version
    }

    public init(_ module: String, _ version: String? = nil) {
        self.module = module
        self.version = version
    }
}

/// A question to the resolver.
struct ModuleRequest: Sendable {
    /// In any order.
    var chosen: [ModuleChoice]
    /// What the baseline has: taken where it fits, module by module.
    var preferred: [String: String] = [:]
    /// The oldest system that the app runs on; nil when it does not matter.
    var minimumOS: String?
    /// SPDX ids that the app's owners said yes to, beside those that nobody has to ask about.
    var acceptedLicences: Set<String> = []
}

/// What came of a choice. With a blocking problem `modules` may be empty: then there is nothing that fits.
struct ModuleResolution: Sendable {
    /// Each after those that it needs; otherwise by name. The same request and catalogue always give the same list.
    let modules: [ModuleIncluded]
    /// Blocking ones first.
    let problems: [ModuleProblem]

    var isBlocked: Bool { problems.contains { $0.level == .blocking } }
}

/// A module of the closure, and why it is there.
struct ModuleIncluded: Codable, Sendable {
    let version: ModuleVersion
    /// Ticked by somebody.
    let direct: Bool
    /// Names of the modules of the closure that need it, sorted.
    let requiredBy: [String]
    /// The shortest way to it: from a ticked module down to this one, both included.
    let path: [String]
}

/// Something about a choice that somebody has to know, or to change before there can be a package.
struct ModuleProblem: Codable, Sendable, Equatable {
    let kind: Kind
    let level: Level
    /// The module that it is about.
    let module: String
    /// Why, from what was chosen to what does not fit; as short as it can be.
    let because: [ModuleReason]
    /// What would help; each was tried out.
    let waysOut: [ModuleWayOut]

    enum Level: String, Codable, CaseIterable, Sendable {
        case blocking, warning
    }

    enum Kind: String, Codable, CaseIterable, Sendable {
        /// Not in the catalogue, or not on this platform.
        case unknownModule
        case unknownVersion
        /// No versions of all that were chosen fit together.
        case versions
        /// Two modules that must not be in one package.
        case excluded
        /// The only version that would do is withdrawn.
        case withdrawn
        /// The only version that would do was marked as bad.
        case bad
        /// Chosen, or needed by what was chosen, and deprecated.
        case deprecated
        /// The app runs on older systems than the module.
        case minimumOS
        /// The module does not run on the newest systems.
        case maximumOS
        /// A system library that does not exist, or not yet on the app's oldest system.
        case systemLibrary
        /// A licence that somebody has to say yes to.
        case licence
        /// Too many possibilities were tried.
        case tooHard
    }
}

/// A step of an explanation, in data: the pages put it into words (`label.moduleReason.…`).
struct ModuleReason: Codable, Sendable, Equatable {
    let kind: Kind
    /// Who asks; empty for the person who chose.
    let module: String
    /// Of who asks; empty when it holds for every version that could be taken.
    let version: String
    /// Who is asked for.
    let needs: String
    /// The range, the licence, the system's number, or the library.
    let detail: String

    enum Kind: String, Codable, CaseIterable, Sendable {
        /// The person chose `needs` (in version `detail`).
        case chosen
        /// `module` `version` depends on `needs` `detail`.
        case depends
        /// `module` `version` excludes `needs` `detail`.
        case excludes
        /// There are only these versions of `needs`: `detail`.
        case available
        /// `needs` `detail` is withdrawn.
        case withdrawn
        /// `needs` `detail` was marked as bad.
        case bad
        /// `module` `version` runs from system `detail` on.
        case runsFrom
        /// `module` `version` runs up to system `detail`.
        case runsTo
        /// The app's oldest system is `detail`.
        case appRunsFrom
        /// `module` `version` has the licence `detail`.
        case licensed
        /// `module` `version` needs the system library `needs`, which `detail` tells about.
        case library
    }
}

/// Something that an operator can do, in data: the pages make a button or a sentence of it (`label.moduleWayOut.…`).
struct ModuleWayOut: Codable, Sendable, Equatable {
    let kind: Kind
    let module: String
    /// A version, a licence, a system's number.
    let detail: String

    enum Kind: String, Codable, CaseIterable, Sendable {
        /// Untick `module`.
        case leaveOut
        /// Take `module` in version `detail`.
        case takeVersion
        /// Leave the version of `module` open.
        case freeVersion
        /// Take `detail` instead of `module`.
        case replace
        /// Let the app's oldest system be `detail`.
        case raiseMinimumOS
        /// Say yes to the licence `detail`.
        case acceptLicence
        /// Ask for a version of `module` that does it: nothing in the catalogue helps.
        case askForVersion
    }
}

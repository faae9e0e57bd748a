import Storage
import Web

// Written by hand so that a script says only what it has to say, and a stored text of an older console can still be read.

extension ModuleNeeds {
    private enum Keys: String, CodingKey {
        case dependencies, conflicts, systemFrameworks, thirdParty, licence, linkerFlags, minimumOS, maximumOS
    }

    public init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: Keys.self)
        dependencies = try container.decodeIfPresent([ModuleDependency].self, forKey: .dependencies) ?? dependencies
        conflicts = try container.decodeIfPresent([ModuleConflict].self, forKey: .conflicts) ?? conflicts
        systemFrameworks = try container.decodeIfPresent([String].self, forKey: .systemFrameworks) ?? systemFrameworks
        thirdParty = try container.decodeIfPresent([ModuleThirdParty].self, forKey: .thirdParty) ?? thirdParty
        licence = try container.decodeIfPresent(String.self, forKey: .licence) ?? licence
        linkerFlags = try container.decodeIfPresent([String].self, forKey: .linkerFlags) ?? linkerFlags
        minimumOS = try container.decodeIfPresent(String.self, forKey: .minimumOS) ?? minimumOS
        maximumOS = OrNull(try container.decodeIfPresent(String.self, forKey: .maximumOS))
    }
}

extension ModuleDependency {
    private enum Keys: String, CodingKey {
        case module, versions
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        self.init(try container.decode(String.self, forKey: .module), try container.decodeIfPresent(String.self, forKey: .versions) ?? "*")
    }
}

extension ModuleConflict {
    private enum Keys: String, CodingKey {
        case module, versions, reason
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        self.init(
            module: try container.decode(String.self, forKey: .module),
            versions: try container.decodeIfPresent(String.self, forKey: .versions) ?? "*",
            reason: try container.decodeIfPresent(ModuleText.self, forKey: .reason) ?? ModuleText(zh: "", en: "")
        )
    }
}

extension ModuleThirdParty {
    private enum Keys: String, CodingKey {
        case name, version, licence, included
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        self.init(
            name: try container.decode(String.self, forKey: .name),
            version: try container.decodeIfPresent(String.self, forKey: .version) ?? "",
            licence: try container.decodeIfPresent(String.self, forKey: .licence) ?? "",
            included: try container.decodeIfPresent(Bool.self, forKey: .included) ?? false
        )
    }
}

/// Bodies hold artifacts, and those their digest.
extension BlobID: ShapeSample {
    public static var sample: BlobID { BlobID(of: []) }
}

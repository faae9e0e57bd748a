import Foundation

/// `module.json`, what an app of the stage model says of itself (developer.huawei.com, "module.json5 configuration file").
struct HAPModule: Decodable {
    let app: App
    let module: Module

    struct App: Decodable {
        let bundleName: String
        let versionName: String
        let versionCode: Int
        let label: String?
        let labelId: Int?
        let icon: String?
        let iconId: Int?
        let minAPIVersion: Int?
        let targetAPIVersion: Int?
    }

    struct Module: Decodable {
        let deviceTypes: [String]?
        let requestPermissions: [HAPPermission]?
        let abilities: [Ability]?
    }

    struct Ability: Decodable {
        let label: String?
        let labelId: Int?
        let icon: String?
        let iconId: Int?
    }
}

/// `config.json`, the same of the older model.
struct HAPConfig: Decodable {
    let app: App
    let module: Module

    struct App: Decodable {
        let bundleName: String
        let version: Version
        let apiVersion: APIVersion?
    }

    struct Version: Decodable {
        let name: String
        let code: Int
    }

    struct APIVersion: Decodable {
        let compatible: Int?
        let target: Int?
    }

    struct Module: Decodable {
        let deviceType: [String]?
        let reqPermissions: [HAPPermission]?
        let abilities: [HAPModule.Ability]?
    }
}

struct HAPPermission: Decodable {
    let name: String
    let reason: String?
    let reasonId: Int?
}

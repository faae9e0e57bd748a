import Foundation

/// What is the same in both of its documents.
struct HAPFacts {
    let identifier: String
    let versionName: String
    let versionCode: Int
    let minAPI: Int?
    let targetAPI: Int?
    let devices: [String]
    let permissions: [HAPPermission]
    /// Names and icons, the app's own before those of what it can do.
    let faces: [HAPModule.Ability]

    init(_ document: [UInt8], isOld: Bool) throws(FormatError) {
        do {
            let (decoder, data) = (JSONDecoder(), Data(document))
            self =
                try isOld
                ? HAPFacts(config: decoder.decode(HAPConfig.self, from: data)) : HAPFacts(module: decoder.decode(HAPModule.self, from: data))
        } catch {
            throw .malformed
        }
    }

    private init(module document: HAPModule) {
        (identifier, versionName, versionCode) = (document.app.bundleName, document.app.versionName, document.app.versionCode)
        (minAPI, targetAPI) = (document.app.minAPIVersion, document.app.targetAPIVersion)
        devices = document.module.deviceTypes ?? []
        permissions = document.module.requestPermissions ?? []
        let app = document.app
        faces = [HAPModule.Ability(label: app.label, labelId: app.labelId, icon: app.icon, iconId: app.iconId)] + (document.module.abilities ?? [])
    }

    private init(config document: HAPConfig) {
        (identifier, versionName, versionCode) = (document.app.bundleName, document.app.version.name, document.app.version.code)
        (minAPI, targetAPI) = (document.app.apiVersion?.compatible, document.app.apiVersion?.target)
        devices = document.module.deviceType ?? []
        permissions = document.module.reqPermissions ?? []
        faces = document.module.abilities ?? []
    }
}

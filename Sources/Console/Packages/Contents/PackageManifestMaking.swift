import Foundation
import Storage

extension PackageManifest {
    /// - Parameter baseline: that it starts from.
    init(_ app: App, _ platform: AppPlatform, _ choice: PackageChoice, _ baseline: ModuleBaseline?, _ included: [ModuleIncluded]) {
        let modules = included.map(ManifestModule.init).sorted { $0.name < $1.name }
        let times = included.map(\.version.publishedAt) + [baseline?.createdAt].compactMap { $0 }
        self.init(
            schema: Self.schemaName,
            app: ManifestApp(id: app.id, name: app.name, appKey: platform.appKey, workspaceId: platform.workspaceId, bundleId: platform.bundleId),
            platform: platform.platform,
            baseline: baseline?.name,
            packageVersion: "",
            time: Self.text(times.max() ?? Date(timeIntervalSince1970: 0)),
            minimumOS: choice.minimumOS,
            acceptedLicences: Set(choice.acceptedLicences ?? []).sorted(),
            modules: modules,
            resources: Set(modules.flatMap(\.resources)).sorted(),
            systemFrameworks: Set(modules.flatMap(\.systemFrameworks)).sorted(),
            thirdParty: modules.flatMap(\.thirdParty).eachOnce,
            linkerFlags: Set(modules.flatMap(\.linkerFlags)).sorted()
        )
    }

    private static func text(_ time: Date) -> String {
        Date(timeIntervalSince1970: time.timeIntervalSince1970.rounded(.down)).formatted(.iso8601)
    }

    func versioned(_ version: String) -> PackageManifest {
        PackageManifest(
            schema: schema,
            app: app,
            platform: platform,
            baseline: baseline,
            packageVersion: version,
            time: time,
            minimumOS: minimumOS,
            acceptedLicences: acceptedLicences,
            modules: modules,
            resources: resources,
            systemFrameworks: systemFrameworks,
            thirdParty: thirdParty,
            linkerFlags: linkerFlags
        )
    }
}

extension ManifestModule {
    fileprivate init(_ included: ModuleIncluded) {
        let version = included.version
        self.init(
            name: version.module,
            version: version.version,
            direct: included.direct,
            requiredBy: included.requiredBy,
            sha256: version.artifact.sha256.text,
            size: version.artifact.size,
            kind: version.artifact.kind,
            licence: version.needs.licence,
            minimumOS: version.needs.minimumOS,
            resources: Set(version.artifact.resources.map(Self.lastName)).sorted(),
            systemFrameworks: Set(version.needs.systemFrameworks).sorted(),
            thirdParty: version.needs.thirdParty.eachOnce,
            linkerFlags: Set(version.needs.linkerFlags).sorted()
        )
    }

    /// Projects know a resource by its name, wherever the artifact had it.
    private static func lastName(_ path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }
}

extension [ModuleThirdParty] {
    /// By name and version. Where modules tell different things of the same one, it is included if one of them includes it.
    var eachOnce: [ModuleThirdParty] {
        let sorted = sorted { ($0.name, $0.version, $0.included ? 0 : 1, $0.licence) < ($1.name, $1.version, $1.included ? 0 : 1, $1.licence) }
        return sorted.reduce(into: []) { list, library in
            if list.last?.name != library.name || list.last?.version != library.version { list.append(library) }
        }
    }
}

import Foundation
import Storage
import Web

@testable import Console

/// A version of a module for questions to the resolver: what a test does not care about is plain.
func sampleVersion(
    _ module: String,
    _ version: String = "1.0",
    needs: [String: String] = [:],
    not conflicts: [String: String] = [:],
    state: ModuleState = .current,
    bad: Bool = false,
    from minimumOS: String = "9.0",
    to maximumOS: String? = nil,
    licence: String = "MIT",
    libraries: [String] = [],
    replacement: String? = nil,
    platform: Platform = .ios
) -> ModuleVersion {
    var all = ModuleNeeds()
    all.dependencies = needs.sorted { $0.key < $1.key }.map { ModuleDependency($0.key, $0.value) }
    all.conflicts = conflicts.sorted { $0.key < $1.key }.map {
        ModuleConflict(module: $0.key, versions: $0.value, reason: ModuleText(zh: "", en: ""))
    }
    all.minimumOS = minimumOS
    all.maximumOS = OrNull(maximumOS)
    all.licence = licence
    all.systemFrameworks = libraries
    return sampleVersion(module, version, all, state: state, bad: bad, replacement: replacement, platform: platform)
}

func sampleVersion(
    _ module: String,
    _ version: String,
    _ needs: ModuleNeeds,
    state: ModuleState = .current,
    bad: Bool = false,
    replacement: String? = nil,
    platform: Platform = .ios
) -> ModuleVersion {
    let time = Date(timeIntervalSince1970: 0)
    let file = ModuleArtifact(sha256: BlobID(of: []), size: 1, unpackedSize: 1, kind: .framework, files: 1, resources: [], headers: [])
    return ModuleVersion(
        module: module,
        platform: platform,
        version: version,
        notes: ModuleText(zh: "", en: ""),
        needs: needs,
        artifact: file,
        state: state,
        replacement: OrNull(replacement),
        reason: "",
        bad: OrNull(bad ? ModuleDefect(reason: "leaks", at: time, by: "x") : nil),
        publishedAt: time,
        publishedBy: "x"
    )
}

/// `A 1.0, B 2.1`, in the order of the resolution.
func plain(_ resolution: ModuleResolution) -> String {
    resolution.modules.map { "\($0.version.module) \($0.version.version)" }.joined(separator: ", ")
}

/// An explanation in one line, as a test reads it.
func plain(_ reasons: [ModuleReason]) -> String {
    reasons.map { reason in
        ["\(reason.kind)", reason.module, reason.version, reason.needs, reason.detail].filter { !$0.isEmpty }.joined(separator: " ")
    }
    .joined(separator: "; ")
}

func plain(_ ways: [ModuleWayOut]) -> String {
    ways.map { way in ["\(way.kind)", way.module, way.detail].filter { !$0.isEmpty }.joined(separator: " ") }.joined(separator: "; ")
}

/// Everything about one module.
public struct SDKDetail: Encodable, Sendable {
    let module: String
    let platform: SDKPlatform
    /// `MPHttpClient.framework`.
    let file: String
    /// Nil when it is not here.
    @SDKOrNull var local: String?
    let description: SDKText
    /// Oldest first.
    let versions: [Version]

    struct Version: Encodable, Sendable {
        let version: String
        @SDKOrNull var notes: SDKText?
        let dependencies: [SDKVersion.Dependency]
        let thirdParty: [String]
        @SDKOrNull var remark: SDKRemark?
    }

    init(_ document: SDKModuleDocument, _ platform: SDKPlatform, local: SDKEntry?) {
        module = document.name
        self.platform = platform
        let kind = local?.kind.rawValue ?? document.versions.last?.artifact?.kind ?? SDKArtifactKind.framework.rawValue
        file = "\(document.name).\(kind)"
        self.local = local?.version
        description = document.description
        versions = document.versions.map {
            Version(
                version: $0.version,
                notes: $0.notes,
                dependencies: $0.needs?.dependencies ?? [],
                thirdParty: ($0.needs?.thirdParty ?? []).map(\.name),
                remark: $0.remark
            )
        }
    }

    public var text: String {
        let here = local.map { "\(file) is \($0) in local SDK." } ?? "\(file) is missing in local SDK."
        let about = description.lines.isEmpty ? [] : [""] + description.lines
        return RemoteText.clean(([here] + about + ["", "Versions:"] + versions.flatMap(Self.lines)).joined(separator: "\n"), keepingLines: true)
    }

    private static func lines(_ version: Version) -> [String] {
        let needs = version.dependencies.map(\.module) + version.thirdParty
        let paragraphs = [
            version.notes?.lines ?? [],
            version.remark.map { [$0.words] } ?? [],
            needs.isEmpty ? [] : ["Dependencies: \(needs.joined(separator: ", "))"],
        ]
        let body = paragraphs.filter { !$0.isEmpty }.map { $0.map { "    " + $0 }.joined(separator: "\n") }.joined(separator: "\n\n")
        return ["", version.version] + (body.isEmpty ? [] : [body])
    }
}

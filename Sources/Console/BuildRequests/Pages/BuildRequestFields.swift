import Foundation
import Web

/// Which platform the form begins with.
struct BuildRequestBeginning: Codable, Sendable {
    let platform: Platform?
}

/// What the form sends.
struct BuildRequestFields: Codable, Sendable {
    let platform: Platform
    let repository: String
    let kind: BuildRequestSourceKind
    let ref: String
    let configuration: String
    let certificate: String
    let note: String
    /// A name and a value a line, with `=` between.
    let parameters: String
    /// Words with spaces or commas between.
    let labels: String

    /// - Throws: `invalid` on `parameters` for a line that is none.
    var request: NewBuildRequest {
        get throws {
            NewBuildRequest(
                platform: platform,
                repository: repository,
                kind: kind,
                ref: ref,
                configuration: configuration,
                certificate: certificate.orNil,
                note: note,
                parameters: try Self.parameters(parameters),
                labels: labels.split { $0.isWhitespace || $0 == "," }.map(String.init)
            )
        }
    }

    private static func parameters(_ text: String) throws -> [BuildRequestParameter] {
        try text.split(whereSeparator: \.isNewline).compactMap { line in
            let line = line.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty else { return nil }
            guard let equals = line.firstIndex(of: "=") else {
                throw Problem.invalid("parameters", "buildRequests.parameters.line", ["line": String(line.prefix(60))])
            }
            return BuildRequestParameter(
                name: String(line[..<equals]).trimmingCharacters(in: .whitespaces),
                value: String(line[line.index(after: equals)...])
            )
        }
    }
}

/// A certificate as the form offers it.
struct BuildRequestCertificate: Codable, Sendable {
    let id: String
    let name: String
    let platform: Platform
}

/// What `Views/BuildRequests/new` shows.
struct BuildRequestForm: Codable, Sendable {
    let form: Fields
    let platforms: [AppPlatformChoice]
    let kinds: [Kind]
    let certificates: [Certificate]

    struct Fields: Codable, Sendable {
        let repository: String
        let ref: String
        let configuration: String
        let note: String
        let parameters: String
        let labels: String
    }

    struct Kind: Codable, Sendable {
        let kind: BuildRequestSourceKind
        let chosen: Bool
    }

    struct Certificate: Codable, Sendable {
        let id: String
        let name: String
        let platform: Platform
        let chosen: Bool
    }

    /// - Parameter last: what the form begins with.
    init(_ query: BuildRequestBeginning, _ last: BuildRequest?, certificates: [BuildRequestCertificate], _ app: App, _ context: Context) {
        form = Fields(
            repository: context.filled("repository", last?.source.repository ?? ""),
            ref: context.filled("ref", last.map { $0.source.kind == .branch ? $0.source.ref : "" } ?? "main"),
            configuration: context.filled("configuration", last?.configuration ?? "Release"),
            note: context.filled("note"),
            parameters: context.filled("parameters", (last?.parameters ?? []).map { "\($0.name)=\($0.value)" }.joined(separator: "\n")),
            labels: context.filled("labels", (last?.labels ?? []).joined(separator: " "))
        )
        let platform = context.filled("platform", (query.platform ?? last?.platform ?? app.platforms.first?.platform)?.rawValue ?? "")
        platforms = AppPlatformChoice.all(of: app, chosen: platform)
        let kind = context.filled("kind", BuildRequestSourceKind.branch.rawValue)
        kinds = BuildRequestSourceKind.allCases.map { Kind(kind: $0, chosen: $0.rawValue == kind) }
        let certificate = context.filled("certificate", last?.certificate.value ?? "")
        self.certificates = certificates.map { Certificate(id: $0.id, name: $0.name, platform: $0.platform, chosen: $0.id == certificate) }
    }
}

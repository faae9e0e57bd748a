import Foundation
import Web

/// What somebody asks to be built.
public struct NewBuildRequest: Codable, Sendable {
    public var platform: Platform
    public var repository: String
    public var kind: BuildRequestSourceKind
    public var ref: String
    /// `Release` when absent.
    public var configuration: String?
    public var certificate: String?
    public var note: String?
    public var parameters: [BuildRequestParameter]?
    public var labels: [String]?

    public init(
        platform: Platform,
        repository: String,
        kind: BuildRequestSourceKind = .branch,
        ref: String,
        configuration: String? = nil,
        certificate: String? = nil,
        note: String? = nil,
        parameters: [BuildRequestParameter]? = nil,
        labels: [String]? = nil
    ) {
        self.platform = platform
        self.repository = repository
        self.kind = kind
        self.ref = ref
        self.configuration = configuration
        self.certificate = certificate
        self.note = note
        self.parameters = parameters
        self.labels = labels
    }

    /// The same once more.
    init(_ request: BuildRequest) {
        self.init(
            platform: request.platform,
            repository: request.source.repository,
            kind: request.source.kind,
            ref: request.source.ref,
            configuration: request.configuration,
            certificate: request.certificate.value,
            note: request.note,
            parameters: request.parameters,
            labels: request.labels
        )
    }

    /// Without spaces around, and each label once.
    var tidy: NewBuildRequest {
        var tidy = self
        tidy.repository = repository.trimmingCharacters(in: .whitespaces)
        tidy.ref = ref.trimmingCharacters(in: .whitespaces)
        tidy.configuration = (configuration?.trimmingCharacters(in: .whitespaces)).flatMap(\.orNil) ?? "Release"
        tidy.certificate = certificate?.orNil
        tidy.note = (note ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
        tidy.labels = Set(labels ?? []).sorted()
        return tidy
    }

    /// - Throws: `invalid` with every field that is wrong.
    func check() throws {
        var wrong = sourceRejections
        if !BuildRequestRules.isConfiguration(configuration ?? "") {
            wrong.append(Rejection("configuration", "buildRequests.configuration.invalid", ["limit": "\(BuildRequestLimits.configuration)"]))
        }
        if (note ?? "").unicodeScalars.count > BuildRequestLimits.note {
            wrong.append(Rejection("note", "buildRequests.note.long", ["limit": "\(BuildRequestLimits.note)"]))
        }
        if !BuildRequestRules.areLabels(labels ?? [], upTo: BuildRequestLimits.labels) {
            wrong.append(Rejection("labels", "buildRequests.labels.invalid", ["limit": "\(BuildRequestLimits.labels)"]))
        }
        wrong += parameterRejections
        if !wrong.isEmpty { throw Problem.invalid(wrong) }
    }

    private var sourceRejections: [Rejection] {
        var wrong: [Rejection] = []
        if repository.isEmpty {
            wrong.append(Rejection("repository", "web.required"))
        } else if let reason = BuildRequestRules.fault(ofRepository: repository) {
            wrong.append(Rejection("repository", reason))
        }
        if ref.isEmpty {
            wrong.append(Rejection("ref", "web.required"))
        } else if !BuildRequestRules.isRef(ref, kind) {
            wrong.append(Rejection("ref", "buildRequests.ref.\(kind == .commit ? "commit" : "name")"))
        }
        return wrong
    }

    private var parameterRejections: [Rejection] {
        let parameters = parameters ?? []
        guard parameters.count <= BuildRequestLimits.parameters else {
            return [Rejection("parameters", "buildRequests.parameters.many", ["limit": "\(BuildRequestLimits.parameters)"])]
        }
        var seen: Set<String> = []
        return parameters.enumerated().compactMap { place, parameter in
            let reason =
                switch true {
                case !BuildRequestRules.isParameterName(parameter.name): "buildRequests.parameters.name"
                case !seen.insert(parameter.name).inserted: "buildRequests.parameters.twice"
                case !BuildRequestRules.isParameterValue(parameter.value): "buildRequests.parameters.value"
                default: nil as String?
                }
            return reason.map {
                Rejection("parameters.\(place)", $0, ["name": String(parameter.name.prefix(60)), "limit": "\(BuildRequestLimits.value)"])
            }
        }
    }
}

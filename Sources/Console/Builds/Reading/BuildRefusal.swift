import Formats
import Signing
import Web

/// Why a package was not taken: a sentence of the catalogue, `builds.file.…` or `files.archive.…`, with the file within it that is to blame.
struct BuildRefusal: Error, Codable, Equatable, Sendable {
    let key: String
    let arguments: [String: String]

    init(_ key: String, _ arguments: [String: String]) {
        self.key = key
        self.arguments = arguments.mapValues { BuildText.clean($0, limit: 300) }
    }

    init(_ error: ZipError) {
        let message = FileRefusal(kind: error.kind, entry: error.entry).problem.rejections[0].message
        self.init(message.key, message.arguments)
    }

    init(_ error: PackageError) {
        switch error {
        case .archive(let error): self.init(error)
        case .missing(let entry): self.init("builds.file.missing", ["entry": entry])
        case .several(let first, let second): self.init("builds.file.several", ["first": first, "second": second])
        case .unreadable(let entry, .malformed) where entry.hasSuffix(".mobileprovision"): self.init("builds.file.profile", ["entry": entry])
        case .unreadable(let entry, let error): self.init("builds.file.\(error.rawValue)", ["entry": entry])
        case .silent(let entry, let about): self.init("builds.file.silent", ["entry": entry, "about": about])
        }
    }

    var problem: Problem { .invalid("file", key, arguments) }
}

import Foundation
import Web

/// The JSON Schema of `BuildConfig.json`, as it is served, and as every manifest is held against it before it is stored.
struct PackageSchema: Sendable {
    /// Of the file.
    let bytes: [UInt8]
    private let schema: JSONSchema

    /// Without log-in, at `/schemas/…`.
    static let fileName = "BuildConfig-1.json"

    /// - Parameter home: holds `Public/schemas`.
    /// - Throws: `JSONSchemaError` for a file that says what is not looked at.
    init(home: String) throws {
        bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(home)/Public/schemas/\(Self.fileName)")))
        guard let value = JSONValue(text: String(decoding: bytes, as: UTF8.self)) else { throw JSONSchemaError(.notASchema, "") }
        schema = try JSONSchema(value)
    }

    /// The manifest's text.
    /// - Throws: ``PackageSchemaError`` when the console would write what it does not promise.
    func write(_ manifest: PackageManifest) throws -> String {
        let text = String(decoding: try PackageJSON.bytes(manifest), as: UTF8.self)
        if let fault = JSONValue(text: text).map({ schema.fault(in: $0) }) ?? .notJSON { throw PackageSchemaError(fault: fault) }
        return text
    }

    /// A manifest from outside.
    /// - Throws: `invalid` on `buildConfig`, saying what is wrong and where.
    func read(_ bytes: [UInt8]) throws -> PackageManifest {
        guard bytes.count <= PackageLimits.manifest else { throw Problem.invalid("buildConfig", "packages.buildConfig.long") }
        guard let value = JSONValue(text: String(decoding: bytes, as: UTF8.self)) else { throw Self.problem(.notJSON) }
        if let fault = schema.fault(in: value) { throw Self.problem(fault) }
        let manifest = try JSONDecoder().decode(PackageManifest.self, from: Data(bytes))
        // Beyond what the schema can say: two entries that differ may be of one module.
        guard Set(manifest.modules.map(\.name)).count == manifest.modules.count else { throw Self.problem(.moduleTwice) }
        return manifest
    }

    private static func problem(_ fault: JSONSchemaFault) -> Problem {
        Problem.invalid("buildConfig", "packages.buildConfig.\(fault.reason.rawValue)", ["place": fault.place, "word": fault.word])
    }
}

/// A manifest that was made wrong.
struct PackageSchemaError: Error, CustomStringConvertible {
    let fault: JSONSchemaFault

    var description: String { "BuildConfig.json does not fit its schema at \(fault.place): \(fault.reason.rawValue) \(fault.word)" }
}

extension JSONSchemaFault {
    fileprivate static let notJSON = JSONSchemaFault(reason: .type, place: "/", word: "object")
    fileprivate static let moduleTwice = JSONSchemaFault(reason: .unique, place: "/modules", word: "")
}

extension PackageManifest {
    /// One that the console wrote itself.
    init(stored text: String) throws {
        self = try JSONDecoder().decode(PackageManifest.self, from: Data(text.utf8))
    }
}

import Formats
import Foundation
import Web

extension FileInspector {
    /// What a package of an app says about itself, read in a child process with limits.
    /// - Parameters:
    ///   - path: of the file.
    ///   - name: as whoever sent it calls it.
    /// - Throws: `invalid` on `file` for what is no such package, with the file within it that is to blame; `unavailable` when too many are waiting.
    public func facts(of path: String, name: String) async throws -> BuildFacts {
        let question = String(decoding: try JSONEncoder().encode(BuildQuestion(path: path, name: name)), as: UTF8.self)
        let output = try await output(of: BuildInspection.subcommand, question, as: .app, upTo: 16 << 20)
        let finding = try JSONDecoder().decode(BuildFinding.self, from: Data(output))
        if let refusal = finding.refusal { throw refusal.problem }
        guard let facts = finding.facts else { throw BuildReaderFailure() }
        return facts
    }
}

/// The child ended well and said nothing: a bug.
private struct BuildReaderFailure: Error {}

/// Reads a package of any kind.
struct BuildReader {
    let archive: ZipReader

    /// - Parameter name: the file's, which has to say what is in it.
    static func facts(of path: String, name: String) throws(BuildRefusal) -> BuildFacts {
        guard let named = kind(ofName: name) else { throw BuildRefusal("builds.file.extension", ["name": name]) }
        let reader = BuildReader(archive: try open(path, name))
        let found = reader.kind
        guard found == nil || found == named else {
            throw BuildRefusal("builds.file.renamed", ["name": name, "kind": found?.rawValue ?? ""])
        }
        var facts = try reader.read(named)
        reader.addManifest(to: &facts)
        return facts.cleaned
    }

    private static func kind(ofName name: String) -> BuildKind? {
        BuildKind(rawValue: (name as NSString).pathExtension.lowercased())
    }

    private static func open(_ path: String, _ name: String) throws(BuildRefusal) -> ZipReader {
        do throws(ZipError) {
            return try ZipReader(path: path, limits: FilePurpose.app.limits)
        } catch {
            throw error == .notAnArchive ? BuildRefusal("builds.file.notArchive", ["name": name]) : BuildRefusal(error)
        }
    }

    /// What its files say that it is; nil when they do not say.
    private var kind: BuildKind? {
        let paths = Set(archive.entries.lazy.map(\.path).filter { $0.utf8.count < 60 })
        if paths.contains(APK.manifestPath) { return .apk }
        if paths.contains(AAB.manifestPath) { return .aab }
        if archive.entries.contains(where: { $0.path.hasPrefix("Payload/") }) { return .ipa }
        return paths.contains(HAP.modulePath) || paths.contains(HAP.configPath) ? .hap : nil
    }

    private func read(_ kind: BuildKind) throws(BuildRefusal) -> BuildFacts {
        do throws(PackageError) {
            switch kind {
            case .ipa: return try read(IPA(archive))
            case .apk: return try read(APK(archive))
            case .aab: return try read(AAB(archive))
            case .hap: return try read(HAP(archive))
            }
        } catch {
            throw BuildRefusal(error)
        }
    }

    /// The `BuildConfig.json` in it, as ``ManifestInArchive`` finds it; what is wrong with it does not make the package wrong.
    private func addManifest(to facts: inout BuildFacts) {
        do throws(ZipError) {
            let found = try FileInspection.texts(in: archive, named: PackageManifest.fileName, upTo: NewShipment.mostBytes)
            if let other = found.first(where: { $0.bytes != found[0].bytes }) {
                facts.notes.append(BuildNote(word: "manifests", entry: "\(found[0].path), \(other.path)"))
            } else {
                facts.manifest = found.first?.bytes
            }
        } catch {
            facts.notes.append(BuildNote(word: "manifest", entry: error.entry ?? PackageManifest.fileName))
        }
    }
}

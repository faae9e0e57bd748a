import Formats
import Web

/// Writes the archive of a package. The same contents and files give the same bytes: modules by name and their files by path, then what the
/// console writes itself.
struct PackageArchive: Sendable {
    let contents: PackageContents
    /// The words of its README.
    let catalogue: Catalogue
    /// One a module of the manifest, by name.
    let parts: [PackagePart]

    /// - Parameters:
    ///   - path: of the new file.
    ///   - isStopped: asked often.
    ///   - settled: told how much of the file, which has `.part` behind its name until it is whole, does not change any more.
    /// - Throws: ``PackageArchiveError`` for modules that make no archive, `ZipError` for what the disk says, `CancellationError`.
    func write(to path: String, progress: (Double) -> Void, isStopped: () -> Bool, settled: (Int) -> Void = { _ in }) throws {
        let writer = try ZipWriter(path: path)
        var frameworks: [String: [String]] = [:]
        var count = 0
        for part in parts {
            if isStopped() { throw CancellationError() }
            frameworks[part.module.name] = try add(part, to: writer, &count)
        }
        for file in try PackageTexts(contents: contents, catalogue: catalogue, versions: parts.map(\.version), frameworks: frameworks).files() {
            try writer.add("\(contents.root)/\(file.path)", bytes: file.bytes)
        }
        do {
            try writer.close(progress: progress, isCancelled: isStopped, settled: settled)
        } catch {
            // Patterns in this `catch` crash the compiler (6.3.1).
            if error == .cancelled { throw CancellationError() }
            throw error
        }
    }

    /// - Returns: the frameworks in it.
    private func add(_ part: PackagePart, to writer: ZipWriter, _ count: inout Int) throws -> [String] {
        do throws(ZipError) {
            let layout = PackageLayout(platform: contents.manifest.platform)
            guard layout.unpacks else {
                try writer.add("\(contents.root)/\(layout.place(of: part.module))", file: part.path)
                return []
            }
            let reader = try ZipReader(path: part.path)
            count += reader.entries.count
            if count > PackageLimits.files { throw .tooManyEntries(count) }
            for (place, entry) in Self.places(of: reader.entries, part, layout) {
                try writer.copy(entry, of: reader, as: "\(contents.root)/\(place)")
            }
            return Set(reader.entries.compactMap { PackageLayout.framework($0.path) }).sorted()
        } catch {
            throw PackageArchiveError(module: part.module.name, reason: .unusable(error))
        }
    }

    /// Every file of an artifact by its place, and once more those of resources that a project needs beside their framework.
    private static func places(of entries: [ZipEntry], _ part: PackagePart, _ layout: PackageLayout) -> [(String, ZipEntry)] {
        let inner = PackageLayout.innerResources(part.version.artifact).values
        var places: [(String, ZipEntry)] = []
        for entry in entries where !entry.isDirectory {
            if let place = layout.place(entry.path, of: part.module.name) { places.append((place, entry)) }
            for bundle in inner where entry.path.hasPrefix(bundle + "/") {
                let name = bundle.split(separator: "/").last ?? ""
                places.append(("\(PackageLayout.resources)/\(name)\(entry.path.dropFirst(bundle.count))", entry))
            }
        }
        return places.sorted { $0.0 < $1.0 }
    }
}

/// A module of a package, and its file.
struct PackagePart: Sendable {
    let module: ManifestModule
    let version: ModuleVersion
    /// Where its artifact can be read.
    let path: String
}

/// A module that cannot be put into an archive, or not beside the others.
struct PackageArchiveError: Error {
    let module: String
    let reason: Reason

    enum Reason: Sendable {
        case unusable(ZipError)
        /// The file of this version has another digest.
        case notAsPublished(String)
    }

    /// In the catalogue under `packages.fault`.
    var word: String {
        switch reason {
        case .unusable(.sameName): "twice"
        case .unusable(.tooManyEntries): "many"
        case .unusable: "unreadable"
        case .notAsPublished: "changed"
        }
    }

    var arguments: [String: String] {
        switch reason {
        case .unusable(.sameName(let one, let other)): ["module": module, "file": one == other ? one : "\(one), \(other)"]
        case .unusable(.tooManyEntries(let count)): ["module": module, "count": "\(count)", "limit": "\(PackageLimits.files)"]
        case .unusable(let error): ["module": module, "version": "", "reason": "\(error.kind) \(error.entry ?? "")"]
        case .notAsPublished(let version): ["module": module, "version": version]
        }
    }
}

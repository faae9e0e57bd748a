import Formats
import Foundation
import Signing

/// Finds the symbols in a file: in itself, or in the archive that it is, and in archives in that.
struct SymbolReader {
    private let scratch: SymbolScratch
    private var found: [SymbolFacts] = []
    /// Bytes that archives in archives may still unpack.
    private var left = SymbolLimits.unpacked

    /// Archives in archives.
    private static let depth = 3

    init(folder: String, prefix: String) {
        scratch = SymbolScratch(folder: folder, prefix: prefix)
    }

    /// Removes what was taken out.
    func discard() {
        SymbolScratch.clear(scratch.folder, scratch.prefix)
    }

    /// - Parameter sha256: of the whole file, which is not hashed again.
    mutating func symbols(in path: String, name: String, sha256: String) throws(SymbolRefusal) -> [SymbolFacts] {
        let piece = SymbolPiece(path: path, file: nil, name: name, sha256: sha256)
        try read(piece, depth: 0)
        guard !found.isEmpty else { throw SymbolRefusal("symbols.file.none", ["name": name]) }
        return found
    }

    private mutating func read(_ piece: SymbolPiece, depth: Int) throws(SymbolRefusal) {
        switch SymbolPiece.kind(try piece.head(4)) {
        case .zip where depth < Self.depth: try readZip(piece, depth)
        case .gzip where depth < Self.depth: try readTar(piece, depth)
        case .zip, .gzip: throw SymbolRefusal("symbols.file.deep", ["entry": piece.name])
        case .native, .other: try readSymbols(piece, isAlone: depth == 0)
        }
    }

    // MARK: archives

    private mutating func readZip(_ piece: SymbolPiece, _ depth: Int) throws(SymbolRefusal) {
        let archive = try Self.zip { () throws(ZipError) in try ZipReader(path: piece.path, limits: limits) }
        left -= archive.entries.reduce(0) { $0 + $1.size }
        for entry in archive.entries where !entry.isDirectory && entry.size >= 16 {
            let head = try Self.zip { () throws(ZipError) in try archive.head(entry.index, 512) }
            guard SymbolPiece.isWanted(entry.path, head, entry.size) else { continue }
            let target = try scratch.file()
            do {
                try archive.read(entry.index) { bytes in try target.write(bytes) }
            } catch let error as ZipError {
                throw SymbolRefusal(error)
            } catch {
                throw .full
            }
            try take(target, entry.path, depth)
        }
    }

    private mutating func readTar(_ piece: SymbolPiece, _ depth: Int) throws(SymbolRefusal) {
        let unpacking = SymbolUnpacking(scratch)
        let archive = try Self.zip { () throws(ZipError) in
            try TarReader.read(gzip: piece.path, limits: limits) { entry, bytes in unpacking.take(entry, bytes) }
        }
        left -= archive.entries.reduce(0) { $0 + $1.size }
        for (path, target) in try unpacking.finish() { try take(target, path, depth) }
    }

    private mutating func take(_ target: SymbolTarget, _ path: String, _ depth: Int) throws(SymbolRefusal) {
        let piece = try target.finish(named: path.split(separator: "/").last.map(String.init) ?? path)
        try read(piece, depth: depth + 1)
        // What is needed of it has a place in what was found, or files of its own.
        if !found.contains(where: { $0.file == piece.file }) { unlink(piece.path) }
    }

    private var limits: ZipLimits {
        var limits = FilePurpose.symbols.limits
        limits.maxUnpacked = max(left, 0)
        return limits
    }

    private static func zip<Result>(_ body: () throws(ZipError) -> Result) throws(SymbolRefusal) -> Result {
        do throws(ZipError) {
            return try body()
        } catch {
            throw SymbolRefusal(error)
        }
    }

    // MARK: symbols

    /// - Parameter isAlone: whether the file is all there is; among others one that cannot be read is passed over.
    private mutating func readSymbols(_ piece: SymbolPiece, isAlone: Bool) throws(SymbolRefusal) {
        guard let bytes = try? SymbolBytes(path: piece.path), let file = try? SymbolFile(bytes) else {
            if isAlone { throw SymbolRefusal("symbols.file.unknown", ["name": piece.name]) }
            return
        }
        switch file {
        case .native(let slices):
            for slice in slices { try add(slice, of: piece, bytes, isAlone: isAlone) }
        case .mapping(let mapping): try add(mapping, of: piece)
        }
    }

    private mutating func add(_ slice: SymbolSlice, of piece: SymbolPiece, _ bytes: SymbolBytes, isAlone: Bool) throws(SymbolRefusal) {
        guard slice.contents.isUseful else {
            if isAlone { throw SymbolRefusal("symbols.file.stripped", ["name": piece.name]) }
            return
        }
        let part = slice.range == 0..<bytes.size ? piece : try scratch.cut(slice.range, of: piece)
        let facts = SymbolFacts(
            kind: slice.format == .elf ? .elf : .dsym,
            name: BuildText.clean(piece.name, limit: SymbolLimits.name),
            debugId: slice.id,
            ids: SymbolIDs.of(slice),
            architecture: slice.architecture,
            base: slice.base,
            contents: slice.contents,
            size: slice.range.count,
            sha256: part.sha256,
            file: part.file
        )
        try keep(facts)
    }

    private mutating func add(_ mapping: SymbolMapping, of piece: SymbolPiece) throws(SymbolRefusal) {
        let (uuid, size) = try piece.mappingUUID()
        let facts = SymbolFacts(
            kind: .mapping,
            name: BuildText.clean(piece.name, limit: SymbolLimits.name),
            debugId: uuid,
            ids: SymbolIDs.of(mapping, uuid: uuid),
            compiler: BuildText.clean([mapping.compiler, mapping.compilerVersion].compactMap { $0 }.joined(separator: " "), limit: 100),
            format: BuildText.clean(mapping.version ?? "", limit: 20),
            size: size,
            sha256: piece.sha256,
            file: piece.file
        )
        try keep(facts)
    }

    /// The same symbols may be in an archive twice.
    private mutating func keep(_ facts: SymbolFacts) throws(SymbolRefusal) {
        if found.contains(where: { $0.sha256 == facts.sha256 && $0.debugId == facts.debugId }) { return }
        guard found.count < SymbolLimits.objects else { throw SymbolRefusal("symbols.file.many", ["limit": "\(SymbolLimits.objects)"]) }
        found.append(facts)
    }
}

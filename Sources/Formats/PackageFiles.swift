/// The files of an app's package, found by path; the few that are needed are read, whatever the size of the whole.
struct PackageFiles {
    private let archive: ZipReader
    private let places: [String: Int]

    init(_ archive: ZipReader) {
        self.archive = archive
        places = Dictionary(archive.entries.lazy.filter { !$0.isDirectory }.map { ($0.path, $0.index) }) { first, _ in first }
    }

    /// In the order of the archive, without folders.
    var paths: some Sequence<String> { archive.entries.lazy.filter { !$0.isDirectory }.map(\.path) }

    func has(_ path: some StringProtocol) -> Bool {
        places[String(path)] != nil
    }

    /// - Returns: nil when there is no such file.
    func find(_ path: String, upTo limit: Int) throws(PackageError) -> [UInt8]? {
        guard let place = places[path] else { return nil }
        do throws(ZipError) {
            return try archive.read(place, upTo: limit)
        } catch {
            throw .archive(error)
        }
    }

    func read(_ path: String, upTo limit: Int) throws(PackageError) -> [UInt8] {
        guard let bytes = try find(path, upTo: limit) else { throw .missing(path) }
        return bytes
    }

    /// The first bytes of a file that may be of any size.
    func head(_ path: String, _ count: Int) throws(PackageError) -> [UInt8]? {
        guard let place = places[path] else { return nil }
        do throws(ZipError) {
            return try archive.head(place, count)
        } catch {
            throw .archive(error)
        }
    }

    /// Bytes that stand before the directory; fewer when there are no more.
    func beforeDirectory(_ count: Int) throws(PackageError) -> [UInt8] {
        do throws(ZipError) {
            return try archive.beforeDirectory(count)
        } catch {
            throw .archive(error)
        }
    }

    /// Reads with the file's name for whatever goes wrong.
    func parse<Result>(_ path: String, _ body: () throws(FormatError) -> Result) throws(PackageError) -> Result {
        do throws(FormatError) {
            return try body()
        } catch {
            throw .unreadable(path, error)
        }
    }
}

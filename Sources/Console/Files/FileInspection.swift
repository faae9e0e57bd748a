import Formats
import Foundation

/// What the child `console inspect-archive` does: looks into one archive, within limits that it sets itself before it opens it.
public enum FileInspection {
    /// - Parameter question: a ``FileQuestion`` as JSON.
    /// - Returns: a ``FileFinding`` as JSON.
    public static func run(_ question: String) throws -> String {
        let question = try JSONDecoder().decode(FileQuestion.self, from: Data(question.utf8))
        limit(question.purpose)
        let finding: FileFinding
        do throws(ZipError) {
            finding = try answer(question)
        } catch {
            finding = FileFinding(refusal: FileRefusal(kind: error.kind, entry: error.entry))
        }
        return String(decoding: try JSONEncoder().encode(finding), as: UTF8.self)
    }

    /// For the rest of this process.
    /// - Parameter size: bytes of a file that it may write.
    static func limit(_ purpose: FilePurpose, writing size: Int = 0) {
        set(RLIMIT_AS, rlim_t(addresses + purpose.megabytes << 20))
        set(RLIMIT_CPU, rlim_t(purpose.seconds))
        set(RLIMIT_CORE, 0)
        set(RLIMIT_FSIZE, rlim_t(size))
        set(RLIMIT_NOFILE, 32)
    }

    /// Bytes of addresses that the program has by now, the first number of proc_pid_statm(5).
    private static var addresses: Int {
        let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ").first.flatMap { Int($0) }
        return (pages ?? 0) * sysconf(Int32(_SC_PAGESIZE))
    }

    private static func set(_ resource: __rlimit_resource, _ value: rlim_t) {
        var limit = rlimit(rlim_cur: value, rlim_max: value)
        guard setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { exit(EX_OSERR) }
    }

    static func answer(_ question: FileQuestion) throws(ZipError) -> FileFinding {
        if question.purpose.takesTar, try TarReader.isGzip(question.path) {
            let entries = try TarReader(gzip: question.path, limits: question.purpose.limits).entries
            return FileFinding(contents: FileContents(format: .tar, entries: entries.map { FileEntry(path: $0.path, size: $0.size) }))
        }
        let archive = try ZipReader(path: question.path, limits: question.purpose.limits)
        if question.purpose.readsAll { try archive.verify() }
        if let name = question.named { return FileFinding(texts: try texts(in: archive, named: name, upTo: question.upTo)) }
        let files = archive.entries.filter { !$0.isDirectory }
        return FileFinding(contents: FileContents(format: .zip, entries: files.map { FileEntry(path: $0.path, size: $0.size) }))
    }

    /// The files of one name, ``most`` at most, wherever they are.
    static func texts(in archive: ZipReader, named name: String, upTo limit: Int) throws(ZipError) -> [FileText] {
        let entries = archive.entries.filter { $0.path.split(separator: "/").last.map(String.init) == name && !$0.isDirectory }
        var texts: [FileText] = []
        for entry in entries.prefix(most) { texts.append(FileText(path: entry.path, bytes: try archive.read(entry.index, upTo: limit))) }
        return texts
    }

    /// Files of one name that are read.
    static let most = 8
}

/// What the child is asked.
struct FileQuestion: Codable, Sendable {
    let path: String
    let purpose: FilePurpose
    /// Of the files whose contents are wanted: the last part of their paths. Without, the list of all is.
    var named: String?
    /// Bytes of each.
    var upTo = 0
}

/// What the child says: one of three.
struct FileFinding: Codable, Sendable {
    var contents: FileContents?
    var texts: [FileText]?
    var refusal: FileRefusal?
}

/// As ``ZipError`` says it.
struct FileRefusal: Codable, Sendable {
    let kind: String
    let entry: String?
}

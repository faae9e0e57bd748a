import Formats
import Foundation

/// What `script/fuzz` feeds with bytes of libFuzzer's invention: everything that is done with an archive from outside.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOne(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
    let file = open(path, O_CREAT | O_TRUNC | O_WRONLY, 0o600)
    precondition(write(file, data, size) == size && close(file) == 0)
    readZip()
    if let tar = try? TarReader(gzip: path, limits: limits) { check(tar.entries.map(\.path), tar.entries.map(\.size)) }
    return 0
}

/// In memory: libFuzzer comes back a thousand times a second.
private let path = "/dev/shm/fuzz-\(getpid())"
private let limits = ZipLimits(maxUnpacked: 1 << 20)

private func readZip() {
    guard let archive = try? ZipReader(path: path, limits: limits) else { return }
    check(archive.entries.map(\.path), archive.entries.map(\.size))
    try? archive.verify()
    for entry in archive.entries { _ = try? archive.read(entry.index, upTo: 1 << 16) }
    guard let writer = try? ZipWriter(path: path + ".out") else { return }
    for entry in archive.entries { try? writer.copy(entry, of: archive, as: entry.path) }
    try? writer.close()
}

/// Whatever was taken keeps to the rules.
private func check(_ paths: [String], _ sizes: [Int]) {
    precondition(sizes.allSatisfy { $0 >= 0 } && sizes.reduce(0, +) <= limits.maxUnpacked)
    for path in paths { precondition(!path.hasPrefix("/") && !path.split(separator: "/").contains("..") && !path.utf8.contains(0)) }
}

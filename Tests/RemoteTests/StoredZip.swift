/// An archive as it comes from outside: entries under any name, stored.
enum StoredZip {
    static func make(_ files: [(path: String, text: String)]) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for file in files {
            let (name, data) = (Array(file.path.utf8), Array(file.text.utf8))
            let facts = number(0, 2) + number(0, 2) + number(0x21, 2) + number(crc32(data), 4) + number(data.count, 4) + number(data.count, 4)
            let head = number(20, 2) + number(0x800, 2) + facts + number(name.count, 2) + number(0, 2)
            directory += number(0x0201_4B50, 4) + number(20, 2) + head + number(0, 2) + number(0, 2) + number(0, 2) + number(0, 4)
            directory += number(archive.count, 4) + name
            archive += number(0x0403_4B50, 4) + head + name + data
        }
        let end = number(files.count, 2) + number(files.count, 2) + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
        return archive + directory + number(0x0605_4B50, 4) + number(0, 4) + end
    }

    private static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func crc32(_ bytes: [UInt8]) -> Int {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
        return Int(~crc)
    }
}

/// The three escapes of a field: `%2C` comma, `%0A` newline, `%25` percent. Anything else after a percent stands for itself.
enum LogEscapes {
    static func decode(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            var at = 0
            while at < bytes.count {
                let escape = escaped(bytes, at)
                output[count] = escape ?? bytes[at]
                count += 1
                at += escape == nil ? 1 : 3
            }
        }
    }

    private static func escaped(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> UInt8? {
        guard bytes[at] == UInt8(ascii: "%"), at + 2 < bytes.count else { return nil }
        switch (bytes[at + 1], bytes[at + 2]) {
        case (UInt8(ascii: "2"), UInt8(ascii: "C")), (UInt8(ascii: "2"), UInt8(ascii: "c")): return UInt8(ascii: ",")
        case (UInt8(ascii: "0"), UInt8(ascii: "A")), (UInt8(ascii: "0"), UInt8(ascii: "a")): return UInt8(ascii: "\n")
        case (UInt8(ascii: "2"), UInt8(ascii: "5")): return UInt8(ascii: "%")
        default: return nil
        }
    }
}

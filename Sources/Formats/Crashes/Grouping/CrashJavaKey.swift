/// Names of Java and Kotlin without the numbers and hashes of what was generated.
enum CrashJavaKey {
    /// `Demo$$Lambda$14/0x0000000800c03000` is `Demo$$Lambda`, `Demo$1` is `Demo$`, `Demo$$EnhancerByCGLIB$$3f2d` is `Demo$$EnhancerByCGLIB`.
    static func type(_ type: String) -> String {
        guard type.utf8.contains(UInt8(ascii: "$")) || type.hasPrefix("jdk.") || type.hasPrefix("sun.") else { return type }
        let name = Array((type[...].utf8.cut(at: "/0x")?.before ?? type[...].utf8))
        if let made = generated(name) { return String(decoding: made, as: UTF8.self) }
        return String(decoding: withoutEnd(withoutNumbers(name)), as: UTF8.self)
    }

    /// `lambda$onCreate$0` is `lambda$onCreate`, `access$000` is `access$`, `$r8$lambda$Xy12` is `$r8$lambda$`.
    static func method(_ method: String) -> String {
        let name = Array(method.utf8)
        guard name.contains(UInt8(ascii: "$")) || name.contains(UInt8(ascii: "-")) else { return method }
        if method.hasPrefix("$r8$lambda$") { return "$r8$lambda$" }
        if method.hasPrefix("lambda$") {
            let rest = method.utf8.dropFirst(7)
            return "lambda$" + String(Substring(rest.prefix { $0 != UInt8(ascii: "$") }))
        }
        return String(decoding: withoutNumbers(name), as: UTF8.self)
    }

    /// What is named after what made it: up to the mark and the letters that follow it.
    private static func generated(_ name: [UInt8]) -> ArraySlice<UInt8>? {
        for mark in marks {
            guard let place = place(of: mark, in: name) else { continue }
            var end = place + mark.count
            // The class that Android's older compilers made a lambda for comes after the mark.
            if place > 0, name[place - 1] == UInt8(ascii: "-"), end < name.count, name[end] == UInt8(ascii: "$") { end += 1 }
            while mark.last != UInt8(ascii: "$"), end < name.count, isLetter(name[end]) { end += 1 }
            return name[..<end]
        }
        return nil
    }

    private static let marks = [
        "$$Lambda", "$$ExternalSynthetic", "$$EnhancerBy", "$$FastClassBy", "_$$_", "$ByteBuddy$", "$MockitoMock$", "$HibernateProxy$",
    ].map { Array($0.utf8) }

    private static func place(of mark: [UInt8], in name: [UInt8]) -> Int? {
        guard name.count >= mark.count else { return nil }
        return (0...(name.count - mark.count)).first { name[$0] == mark[0] && name[$0..<($0 + mark.count)].elementsEqual(mark) }
    }

    /// Without digits after `$` and `-`.
    private static func withoutNumbers(_ name: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var drops = false
        for byte in name {
            if drops, CrashText.isDigit(byte) { continue }
            drops = byte == UInt8(ascii: "$") || byte == UInt8(ascii: "-")
            result.append(byte)
        }
        return result
    }

    /// `$Proxy12`, `GeneratedMethodAccessor12`: reflection counts what it makes.
    private static func withoutEnd(_ name: [UInt8]) -> ArraySlice<UInt8> {
        let end = name.lastIndex { !CrashText.isDigit($0) } ?? -1
        let rest = name[...end]
        return ["$Proxy", "Accessor"].contains { rest.suffix($0.utf8.count).elementsEqual($0.utf8) } ? rest : name[...]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}

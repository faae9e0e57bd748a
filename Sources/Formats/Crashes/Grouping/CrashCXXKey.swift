/// Names of C++ functions without arguments and template arguments, which differ between builds of one library and another.
struct CrashCXXKey {
    static func of(_ name: [UInt8]) -> [UInt8] {
        var key = CrashCXXKey(name: name)
        key.read()
        return key.result
    }

    private let name: [UInt8]
    private var place = 0
    private var result: [UInt8] = []

    private init(name: [UInt8]) {
        self.name = name
    }

    private mutating func read() {
        while place < name.count {
            if takeOperator() || dropABI() || takeAnonymous() || dropInlineNamespace() { continue }
            switch name[place] {
            case UInt8(ascii: "<"): skip(UInt8(ascii: "<"), UInt8(ascii: ">"))
            case UInt8(ascii: "("): skip(UInt8(ascii: "("), UInt8(ascii: ")"))
            default:
                result.append(name[place])
                place += 1
            }
        }
    }

    /// Its own brackets are no arguments: `operator()`, `operator<<`, `operator->`.
    private mutating func takeOperator() -> Bool {
        guard follows("operator"), place == 0 || !Self.isNameByte(name[place - 1]) else { return false }
        result += Array("operator".utf8)
        place += 8
        if follows("()") {
            result += Array("()".utf8)
            place += 2
        }
        while place < name.count, Self.signs.contains(name[place]) {
            result.append(name[place])
            place += 1
        }
        return true
    }

    private static let signs = Set("<>=!+-*/%^&|~,[]".utf8)

    /// `[abi:nn180100]`
    private mutating func dropABI() -> Bool {
        guard follows("[abi:"), let close = name[place...].firstIndex(of: UInt8(ascii: "]")) else { return false }
        place = close + 1
        return true
    }

    private mutating func takeAnonymous() -> Bool {
        guard follows("(anonymous namespace)") else { return false }
        result += Array("(anonymous namespace)".utf8)
        place += 21
        return true
    }

    /// `std::__1::` of libc++, `std::__ndk1::` of Android's.
    private mutating func dropInlineNamespace() -> Bool {
        guard follows("std::__") else { return false }
        let end = name[(place + 7)...].firstIndex { !Self.isNameByte($0) } ?? name.count
        guard end > place + 7, end + 1 < name.count, name[end] == UInt8(ascii: ":"), name[end + 1] == UInt8(ascii: ":"),
            CrashText.isDigit(name[end - 1])
        else { return false }
        result += Array("std::".utf8)
        place = end + 2
        return true
    }

    /// Passes over a pair of brackets and what lies between; over the rest, where the second is missing.
    private mutating func skip(_ open: UInt8, _ close: UInt8) {
        var depth = 0
        repeat {
            if name[place] == open { depth += 1 }
            // The arrow of a type that a lambda returns is no bracket.
            if name[place] == close, close != UInt8(ascii: ">") || name[place - 1] != UInt8(ascii: "-") { depth -= 1 }
            place += 1
        } while depth > 0 && place < name.count
    }

    private func follows(_ word: String) -> Bool {
        name[place...].starts(with: word.utf8)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || CrashText.isDigit(byte) || byte == UInt8(ascii: "_")
    }
}

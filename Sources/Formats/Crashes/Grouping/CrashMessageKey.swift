/// Messages as they are compared: what changes from report to report gives way to a word for its kind.
struct CrashMessageKey {
    private let text: [UInt8]
    private var place = 0
    private var result: [UInt8] = []

    /// Of a message the first so many bytes are compared.
    private static let longest = 1024

    static func of(_ message: String) -> String {
        var key = CrashMessageKey(text: Array(message.utf8.prefix(longest)))
        key.read()
        return String(decoding: key.result, as: UTF8.self)
    }

    private init(text: [UInt8]) {
        self.text = text
    }

    private mutating func read() {
        while place < text.count {
            guard Self.isWordByte(text[place]) else {
                result.append(text[place] < 0x20 ? UInt8(ascii: " ") : text[place])
                place += 1
                continue
            }
            let word = takeWord()
            append(CrashMessageWord.kind(word).map { Array("<\($0.rawValue)>".utf8) } ?? Self.withoutNumbers(word))
        }
    }

    /// A list of numbers counts as one, however long.
    private mutating func append(_ word: [UInt8]) {
        if word.first == UInt8(ascii: "<"), result.suffix(word.count + 2).elementsEqual(word + Array(", ".utf8)) {
            result.removeLast(2)
        } else {
            result += word
        }
    }

    /// Up to a space or a bracket; the punctuation at its end is the sentence's.
    private mutating func takeWord() -> ArraySlice<UInt8> {
        let start = place
        while place < text.count, Self.isWordByte(text[place]) { place += 1 }
        // An address of the web goes on over signs that end other words.
        if CrashMessageWord.isURL(text[start..<place]) {
            while place < text.count, text[place] > 0x20, !Self.closing.contains(text[place]) { place += 1 }
        }
        while place > start + 1, Self.punctuation.contains(text[place - 1]) { place -= 1 }
        return text[start..<place]
    }

    private static let closing = Set("\"'<>)]}".utf8)
    private static let punctuation = Set(".,:;?!".utf8)

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        case UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: "@"), UInt8(ascii: "%"): true
        case UInt8(ascii: "+"), UInt8(ascii: "~"): true
        default: byte >= 0x80
        }
    }

    /// `item_42` is `item_0`.
    private static func withoutNumbers(_ word: ArraySlice<UInt8>) -> [UInt8] {
        var result: [UInt8] = []
        for byte in word {
            guard CrashText.isDigit(byte) else {
                result.append(byte)
                continue
            }
            if result.last != UInt8(ascii: "0") { result.append(UInt8(ascii: "0")) }
        }
        return result
    }
}

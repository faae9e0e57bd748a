/// Names of native functions without what compilers add and number: Swift, Objective-C, C++ and Rust.
enum CrashNativeKey {
    static func of(_ symbol: String) -> String {
        var name = Array(symbol.utf8.prefix(longest))
        dropCounters(&name)
        cutSuffixes(&name)
        while dropPrefix(&name) {}
        dropBlock(&name)
        if contains("::", name) {
            dropRustHash(&name)
            name = CrashCXXKey.of(name)
        } else {
            dropSwiftSuffixes(&name)
        }
        return String(decoding: name, as: UTF8.self)
    }

    /// C++ can be longer, but not told apart by what comes then.
    private static let longest = 1024

    // MARK: what is added behind

    /// `.cold.1`, `.llvm.123`: parts and copies of a function.
    private static func cutSuffixes(_ name: inout [UInt8]) {
        for mark in suffixes {
            if let place = place(of: mark, in: name), place > 0 { name.removeSubrange(place...) }
        }
    }

    private static let suffixes = [
        ".cold", ".llvm.", ".constprop.", ".isra.", ".part.", ".lto_priv.", ".resume", ".__uniq.", " [clone ", " (.cold", " (.resume",
    ].map { Array($0.utf8) }

    /// `…Tm`, `…TY0_`, `…TQ1_` of mangled Swift names: merged functions, and the parts of an asynchronous one.
    private static func dropSwiftSuffixes(_ name: inout [UInt8]) {
        guard name.starts(with: "$s".utf8) || name.starts(with: "_$s".utf8) else { return }
        if name.suffix(2).elementsEqual("Tm".utf8) { name.removeLast(2) }
        guard name.last == UInt8(ascii: "_") else { return }
        let mark = name.dropLast().lastIndex { !CrashText.isDigit($0) } ?? 0
        guard mark > 0, name[mark - 1] == UInt8(ascii: "T"), name[mark] == UInt8(ascii: "Y") || name[mark] == UInt8(ascii: "Q") else { return }
        name.removeSubrange((mark - 1)...)
    }

    /// `::h0123456789abcdef`
    private static func dropRustHash(_ name: inout [UInt8]) {
        guard name.count > 19, name.suffix(19).starts(with: "::h".utf8), name.suffix(16).allSatisfy({ CrashText.hexDigit($0) != nil }) else { return }
        name.removeLast(19)
    }

    // MARK: what is added in front

    /// `merged closure #1 in Cart.total()` is a closure in it, as is `partial apply for …`.
    private static func dropPrefix(_ name: inout [UInt8]) -> Bool {
        for prefix in prefixes where name.starts(with: prefix) {
            name.removeFirst(prefix.count)
            return true
        }
        return dropSpecialization(&name) || dropPartial(&name)
    }

    private static let prefixes = [
        "merged ", "specialized ", "partial apply forwarder for ", "partial apply for ", "@objc ", "@nonobjc ", "dispatch thunk of ",
        "implicit closure in ", "invocation function for block in ", "non-virtual thunk to ", "virtual thunk to ", "outlined copy of ",
    ].map { Array($0.utf8) }

    /// `generic specialization <Swift.Int> of …`, `function signature specialization <Arg[0] = Dead> of …`
    private static func dropSpecialization(_ name: inout [UInt8]) -> Bool {
        guard let of = place(of: Array("> of ".utf8), in: name), let open = name[..<of].firstIndex(of: UInt8(ascii: "<")) else { return false }
        guard name[..<open].suffix(16).elementsEqual(" specialization ".utf8) else { return false }
        name.removeFirst(of + 5)
        return true
    }

    /// `(1) suspend resume partial function for …`, `(2) await resume partial function for …`
    private static func dropPartial(_ name: inout [UInt8]) -> Bool {
        guard name.first == UInt8(ascii: "("), let place = place(of: Array(" resume partial function for ".utf8), in: name) else { return false }
        name.removeFirst(place + 29)
        return true
    }

    /// `__42-[Cart total]_block_invoke_2.13` is `-[Cart total]_block_invoke`.
    private static func dropBlock(_ name: inout [UInt8]) {
        if name.starts(with: "__".utf8), let sign = name.dropFirst(2).firstIndex(where: { !CrashText.isDigit($0) }), sign > 2,
            name[sign] == UInt8(ascii: "-") || name[sign] == UInt8(ascii: "+")
        {
            name.removeFirst(sign)
        }
        let mark = Array("_block_invoke".utf8)
        if let place = place(of: mark, in: name), name[(place + mark.count)...].allSatisfy(isCounter) { name.removeSubrange((place + mark.count)...) }
    }

    private static func isCounter(_ byte: UInt8) -> Bool {
        CrashText.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    /// `closure #1 in` is `closure in`; `$_12`, the twelfth lambda, is `$_`.
    private static func dropCounters(_ name: inout [UInt8]) {
        guard name.contains(UInt8(ascii: "#")) || name.contains(UInt8(ascii: "$")) else { return }
        var result: [UInt8] = []
        var place = 0
        while place < name.count {
            let byte = name[place]
            place += 1
            let isNumber = byte == UInt8(ascii: "#") || byte == UInt8(ascii: "_") && result.last == UInt8(ascii: "$")
            guard isNumber, place < name.count, CrashText.isDigit(name[place]) else {
                result.append(byte)
                continue
            }
            while place < name.count, CrashText.isDigit(name[place]) { place += 1 }
            if byte == UInt8(ascii: "_") { result.append(byte) } else if result.last == UInt8(ascii: " ") { result.removeLast() }
        }
        name = result
    }

    // MARK: looking

    static func place(of mark: [UInt8], in name: [UInt8]) -> Int? {
        guard name.count >= mark.count else { return nil }
        return (0...(name.count - mark.count)).first { name[$0] == mark[0] && name[$0..<($0 + mark.count)].elementsEqual(mark) }
    }

    private static func contains(_ mark: String, _ name: [UInt8]) -> Bool {
        place(of: Array(mark.utf8), in: name) != nil
    }
}

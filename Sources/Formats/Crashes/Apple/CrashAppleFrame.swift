/// A line of a stack: number, image, address, and what is known of the place, as
/// `0   App Name      0x0000000102268e70 -[Cart total] + 64 (Cart.m:12)` or `… 0x10211c000 + 1363568`; columns and tabs differ.
enum CrashAppleFrame {
    /// False for another line.
    static func read(_ line: CrashText.Part, _ text: inout CrashText, _ frame: inout CrashReport.Frame) -> Bool {
        guard let rest = afterNumber(line, text) else { return false }
        let place: CrashText.Part
        if let (module, address, after) = address(in: rest, text) {
            frame.module = text.name(module)
            frame.address = address
            place = after
        } else {
            let (module, after) = column(rest, text)
            guard !after.isEmpty else { return false }
            frame.module = text.name(module)
            place = after
        }
        if frame.module == "???" { frame.module = "" }
        describe(place, &frame, &text)
        return true
    }

    private static func afterNumber(_ line: CrashText.Part, _ text: CrashText) -> CrashText.Part? {
        var place = line.lowerBound
        while place < line.upperBound, CrashText.isSpace(text.bytes[place]) { place += 1 }
        let first = place
        while place < line.upperBound, CrashText.isDigit(text.bytes[place]) { place += 1 }
        guard place > first, place < line.upperBound, CrashText.isSpace(text.bytes[place]) else { return nil }
        while place < line.upperBound, CrashText.isSpace(text.bytes[place]) { place += 1 }
        // A jailbreak's reporter marks libraries that are not Apple's with a plus sign.
        return text.begins(place..<line.upperBound, "+ ") ? (place + 2)..<line.upperBound : place..<line.upperBound
    }

    /// The first word that is a number with `0x`: the name of an image may have spaces in it.
    private static func address(
        in part: CrashText.Part,
        _ text: CrashText
    ) -> (module: CrashText.Part, address: UInt64, after: CrashText.Part)? {
        var rest = part
        while let place = text.find("0x", in: rest) {
            if place > part.lowerBound, CrashText.isSpace(text.bytes[place - 1]),
                let (address, end) = text.leadingHex((place + 2)..<part.upperBound),
                end == part.upperBound || CrashText.isSpace(text.bytes[end])
            {
                return (text.trimmed(part.lowerBound..<place), address, text.trimmed(end..<part.upperBound))
            }
            rest = (place + 2)..<part.upperBound
        }
        return nil
    }

    /// The image up to a tab or two spaces, where a line has no address.
    private static func column(_ part: CrashText.Part, _ text: CrashText) -> (module: CrashText.Part, after: CrashText.Part) {
        var place = part.lowerBound
        while place < part.upperBound {
            let byte = text.bytes[place]
            let isWide = byte == UInt8(ascii: " ") && place + 1 < part.upperBound && CrashText.isSpace(text.bytes[place + 1])
            if byte == UInt8(ascii: "\t") || isWide { break }
            place += 1
        }
        return (part.lowerBound..<place, text.trimmed(place..<part.upperBound))
    }

    // MARK: what is known of the place

    private static func describe(_ place: CrashText.Part, _ frame: inout CrashReport.Frame, _ text: inout CrashText) {
        var place = place
        if text.ends(place, " [inlined]") {
            frame.isInlined = true
            place = text.trimmed(place.lowerBound..<(place.upperBound - 10))
        }
        place = takeFile(place, &frame, &text)
        place = withoutModule(place, text)
        if let (before, offset) = takeOffset(place, text) {
            // The start of the image in place of a symbol: how far it is into the image.
            if text.begins(before, "0x"), text.hex(before) != nil {
                frame.offset = offset
                return
            }
            frame.symbolOffset = Int(exactly: offset)
            place = withoutModule(before, text)
        }
        if text.begins(place, "0x"), text.hex(place) != nil { return }
        frame.symbol = text.name(place)
    }

    /// `… (Cart.swift:12)` at the end. What the compiler made has no line that one could look at.
    private static func takeFile(_ place: CrashText.Part, _ frame: inout CrashReport.Frame, _ text: inout CrashText) -> CrashText.Part {
        guard text.ends(place, ")"), let open = text.findLast(UInt8(ascii: "("), in: place), open > place.lowerBound,
            CrashText.isSpace(text.bytes[open - 1])
        else { return place }
        let inner = (open + 1)..<(place.upperBound - 1)
        guard let colon = text.findLast(UInt8(ascii: ":"), in: inner) else { return place }
        let line = (colon + 1)..<inner.upperBound
        let number = text.number(line)
        guard number != nil || text.equals(line, "-1") else { return place }
        frame.file = text.name(inner.lowerBound..<colon)
        frame.line = number
        return text.trimmed(place.lowerBound..<open)
    }

    /// Without `(in Demo)`, as atos writes it.
    private static func withoutModule(_ place: CrashText.Part, _ text: CrashText) -> CrashText.Part {
        guard text.ends(place, ")"), let open = text.findLast(UInt8(ascii: "("), in: place), text.begins(open..<place.upperBound, "(in ") else {
            return place
        }
        return text.trimmed(place.lowerBound..<open)
    }

    /// The last ` + 64`: an Objective-C category may have a plus sign of its own in its name.
    private static func takeOffset(_ place: CrashText.Part, _ text: CrashText) -> (before: CrashText.Part, offset: UInt64)? {
        guard let plus = text.findLast(UInt8(ascii: "+"), in: place), text.begins(plus..<place.upperBound, "+ "), plus > place.lowerBound,
            CrashText.isSpace(text.bytes[plus - 1]), let offset = text.offset((plus + 2)..<place.upperBound)
        else { return nil }
        return (text.trimmed(place.lowerBound..<plus), offset)
    }
}

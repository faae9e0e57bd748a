import Foundation

/// Binary things as text (RFC 7468): a label and base64 between two lines.
public struct PEM: Equatable, Sendable {
    /// `PRIVATE KEY`, `CERTIFICATE`, …
    public let label: String
    public let bytes: [UInt8]

    public init(label: String, bytes: [UInt8]) {
        self.label = label
        self.bytes = bytes
    }

    /// The blocks in a text, in its order; what stands around them, such as a bag's attributes, is passed over.
    ///
    /// - Parameter limit: blocks at most; those behind are not read.
    /// - Returns: none when a block is damaged or has headers, as OpenSSL's old encrypted keys do.
    public static func blocks(in text: [UInt8], upTo limit: Int = 32) -> [PEM] {
        var blocks: [PEM] = []
        var label: String?
        var body: [UInt8] = []
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) where blocks.count < limit {
            guard let open = label else {
                label = name(line, after: "-----BEGIN ")
                continue
            }
            if let end = name(line, after: "-----END ") {
                guard end == open, let bytes = Data(base64Encoded: Data(body)) else { return [] }
                blocks.append(PEM(label: open, bytes: [UInt8](bytes)))
                (label, body) = (nil, [])
            } else {
                body += line.filter { $0 != 0x20 && $0 != 0x09 }
            }
        }
        return label == nil ? blocks : []
    }

    private static func name(_ line: ArraySlice<UInt8>, after prefix: String) -> String? {
        let dashes = [UInt8](repeating: 0x2D, count: 5)
        let line = line.suffix(from: line.firstIndex { $0 != 0x20 } ?? line.endIndex)
        guard line.starts(with: prefix.utf8) else { return nil }
        let rest = line.dropFirst(prefix.utf8.count).reversed().drop { $0 == 0x20 }.reversed()
        guard rest.suffix(5).elementsEqual(dashes) else { return nil }
        return String(decoding: rest.dropLast(5), as: UTF8.self)
    }

    /// As a file holds it, in lines of 64 digits.
    public var text: String {
        let body = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(body)\n-----END \(label)-----\n"
    }
}

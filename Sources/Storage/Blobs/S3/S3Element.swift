import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

/// An element of an answer in XML, as far as S3 uses it: names, texts and children.
struct S3Element: Equatable {
    let name: String
    var text = ""
    var children: [S3Element] = []

    /// The text of the first child of a name.
    subscript(_ name: String) -> String? { children.first { $0.name == name }?.text }

    /// - Returns: nil for what is no XML, or more nested or longer than S3's answers are.
    static func read(_ bytes: [UInt8]) -> S3Element? {
        let reader = S3ElementReader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        return parser.parse() ? reader.root : nil
    }
}

private final class S3ElementReader: NSObject, XMLParserDelegate {
    private(set) var root: S3Element?
    private var open: [S3Element] = []
    private var count = 0

    private static let depth = 8
    /// A list of 1,000 objects has about 8,000.
    private static let elements = 32_000

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        count += 1
        open.append(S3Element(name: name))
        if open.count > Self.depth || count > Self.elements { parser.abortParsing() }
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
        guard !open.isEmpty else { return }
        open[open.count - 1].text += text
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        guard let element = open.popLast() else { return }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
    }
}

/// Writes HTML and SVG element by element; every text and attribute value is escaped on the way.
struct Markup {
    typealias Attributes = KeyValuePairs<String, String>

    private var written = ""

    /// What has been written, which is safe by construction.
    var safe: SafeHTML { SafeHTML(trusted: written) }

    mutating func element(_ name: String, _ attributes: Attributes = [:], body: (inout Markup) -> Void) {
        open(name, attributes)
        body(&self)
        written += "</\(name)>"
    }

    mutating func element(_ name: String, _ attributes: Attributes = [:], text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// A shape of SVG without content.
    mutating func shape(_ name: String, _ attributes: Attributes) {
        open(name, attributes, end: "/>")
    }

    mutating func text(_ text: String) {
        written += HTML.escape(text)
    }

    private mutating func open(_ name: String, _ attributes: Attributes, end: String = ">") {
        written += "<\(name)"
        for (key, value) in attributes {
            written += " \(key)=\"\(HTML.escape(value))\""
        }
        written += end
    }
}

extension Double {
    /// As a coordinate of a drawing: a tenth of a unit is finer than a pixel, and short numbers keep pages small.
    var coordinate: String {
        let tenths = (self * 10).rounded() / 10
        guard let whole = Int(exactly: tenths) else { return "\(tenths)" }
        return "\(whole)"
    }
}

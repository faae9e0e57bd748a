import Foundation

/// The widgets from the root of a device's tree to the one that carries the dot, written `#A,#B`.
struct BadgePath: Codable, Sendable, Hashable {
    /// From root to leaf, 1 to 6.
    let widgets: [String]

    static let depth = 1...6

    /// - Parameter widgets: known to be good, as in the program's own text.
    init(widgets: [String]) {
        self.widgets = widgets
    }

    /// - Returns: nil for anything that is not such a path; spaces around the commas are left out.
    init?(_ text: String) {
        widgets = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingCharacters(in: .whitespaces) }
        guard Self.depth.contains(widgets.count), widgets.allSatisfy(Self.isWidget) else { return nil }
    }

    /// `#`, then 1 to 64 letters, digits and `_ # . -`: the documents have ids such as `#M_PUBLIC_RD#201311230002181`.
    static func isWidget(_ text: String) -> Bool {
        text.wholeMatch(of: #/#[A-Za-z0-9_#.\-]{1,64}/#) != nil
    }

    var text: String { widgets.joined(separator: ",") }
    /// The widget whose tap clears the dot.
    var leaf: String { widgets[widgets.count - 1] }
    /// Those above the leaf, which show the sum of what is below them and are cleared by no tap.
    var parents: ArraySlice<String> { widgets.dropLast() }
    /// The path of each widget on the way, root first.
    var prefixes: [[String]] { widgets.indices.map { Array(widgets[...$0]) } }

    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        widgets = text.split(separator: ",").map(String.init)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// An element of an app's XML, as it is compiled for Android or for a bundle.
struct APKElement: Equatable {
    let name: String
    /// 1 for the outermost.
    let depth: Int
    let attributes: [APKAttribute]

    subscript(attribute: APKAttribute.Known) -> APKValue? {
        attributes.first { $0.id == attribute.rawValue }?.value
    }

    /// An attribute that is not Android's own.
    subscript(name: String) -> APKValue? {
        attributes.first { $0.id == 0 && $0.name == name }?.value
    }
}

struct APKAttribute: Equatable {
    /// Of Android's own attributes, whose names packers may take away; 0 for others.
    let id: Int
    let name: String
    let value: APKValue

    /// Those that are asked for, with their numbers of `android.R.attr`.
    enum Known: Int {
        case label = 0x0101_0001
        case icon = 0x0101_0002
        case name = 0x0101_0003
        case minSdkVersion = 0x0101_020C
        case versionCode = 0x0101_021B
        case versionName = 0x0101_021C
        case targetSdkVersion = 0x0101_0270
        case required = 0x0101_028E
        case roundIcon = 0x0101_052C
        case versionCodeMajor = 0x0101_0576
    }
}

/// What an attribute or a resource says.
enum APKValue: Equatable {
    case text(String)
    /// The number of a resource.
    case reference(Int)
    case number(Int)
    case boolean(Bool)

    var text: String? {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .boolean(let flag): String(flag)
        case .reference: nil
        }
    }
}

/// How much an app's XML may be.
struct APKXMLLimits {
    var elements = 20_000
    var attributes = 100_000
    /// Of text, each as often as it is named.
    var bytes = 8 << 20
    let depth = 100

    mutating func take(elementAt depth: Int, attributes count: Int) throws(FormatError) {
        guard depth <= self.depth else { throw .tooDeep }
        guard elements > 0, count <= attributes else { throw .tooLarge }
        elements -= 1
        attributes -= count
    }

    mutating func takeAttribute() throws(FormatError) {
        guard attributes > 0 else { throw .tooLarge }
        attributes -= 1
    }

    mutating func take(_ text: String) throws(FormatError) -> String {
        bytes -= text.utf8.count
        guard bytes >= 0 else { throw .tooLarge }
        return text
    }
}

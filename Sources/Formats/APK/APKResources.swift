/// What an app's resources say of one number: of the table of an apk, or of that of a bundle.
protocol APKResources {
    /// For every configuration of a device that has its own.
    func values(of number: Int) throws(FormatError) -> [APKResource]
}

/// A resource for the devices of one configuration.
struct APKResource: Equatable {
    /// Empty for all languages.
    let language: String
    let value: APKValue
}

extension APKResources {
    /// A text, in the language that stands for all.
    func text(_ value: APKValue?) throws(FormatError) -> String? {
        var value = value
        for _ in 0..<Self.mostSteps {
            guard case .reference(let number) = value else { return value?.text }
            let values = try values(of: number)
            value = (values.first { $0.language.isEmpty } ?? values.first)?.value
        }
        return nil
    }

    /// The files of a picture or drawing, for devices of all kinds.
    func files(_ value: APKValue?) throws(FormatError) -> [String] {
        var (files, open, seen): ([String], [APKValue], Set<Int>) = ([], [value].compactMap { $0 }, [])
        while let next = open.popLast() {
            switch next {
            case .text(let path): files.append(path)
            case .reference(let number) where seen.insert(number).inserted && seen.count <= Self.mostSteps:
                open += try values(of: number).prefix(Self.mostSteps).map(\.value)
            default: break
            }
        }
        return files
    }

    /// References that name references.
    private static var mostSteps: Int { 32 }
}

/// An app without resources.
struct APKNoResources: APKResources {
    func values(of number: Int) -> [APKResource] { [] }
}

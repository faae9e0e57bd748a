/// The paths of an archive: each by itself, and whether some disk would take two for one.
struct ZipNames {
    private let limits: ZipLimits
    // By what a disk may take for the same. String's own equality tells Unicode's normal forms not apart, as Apple's disks do not.
    private var files: [String: String] = [:]
    private var folders: [String: String] = [:]
    /// Folders with an entry of their own.
    private var declared: Set<String> = []
    /// Bytes of `folders`: a path of 1 KB may have 32 of them.
    private var folderBytes = 0

    init(_ limits: ZipLimits) {
        self.limits = limits
    }

    mutating func add(_ path: String) throws(ZipError) {
        guard path.utf8.count <= limits.maxNameBytes else { throw .longName(String(path.unicodeScalars.prefix(80)) + "…") }
        try Self.check(path)
        let isFolder = path.utf8.last == UInt8(ascii: "/")
        let name = isFolder ? String(path.dropLast()) : path
        guard name.utf8.count(where: { $0 == UInt8(ascii: "/") }) < limits.maxDepth else { throw .deep(path) }
        try addFolders(of: path)
        let key = folded(name)
        if isFolder {
            guard declared.insert(key).inserted else { throw .sameName(path, path) }
        } else {
            if let other = files[key] { throw .sameName(other, path) }
            if folders[key] != nil { throw .fileAndFolder(path) }
            files[key] = path
        }
    }

    /// A path that means the same everywhere, and nothing outside the folder that it is unpacked into.
    static func check(_ path: String) throws(ZipError) {
        guard !path.isEmpty, path.unicodeScalars.allSatisfy(isPlain) else { throw .badName(path) }
        let bytes = path.utf8
        let isDrive = bytes.dropFirst().first == UInt8(ascii: ":") && path.unicodeScalars.first?.properties.isAlphabetic == true
        guard bytes.first != UInt8(ascii: "/"), !isDrive else { throw .absolute(path) }
        var parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        for part in parts {
            if part.elementsEqual("..".utf8) { throw .climbs(path) }
            if part.isEmpty || part.elementsEqual(".".utf8) { throw .badName(path) }
        }
    }

    /// Not a control character, a separator of lines or folders, or what turns the direction of the text around it.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x5C, 0x00...0x1F, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    private mutating func addFolders(of path: String) throws(ZipError) {
        // From the innermost: where one is known, those around it are.
        var rest = Substring(path)
        while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
            rest = rest[..<slash]
            let folder = String(rest)
            let key = folded(folder)
            if let known = folders[key] {
                guard known.utf8.elementsEqual(folder.utf8) else { throw .sameName(known + "/", folder + "/") }
                return
            }
            if let file = files[key] { throw .fileAndFolder(file) }
            folderBytes += folder.utf8.count
            guard folderBytes <= limits.maxDirectory else { throw .largeDirectory(folderBytes) }
            folders[key] = folder
        }
    }

    /// To upper case first, which makes SS of ß.
    private func folded(_ name: String) -> String {
        limits.ignoresCase ? name.uppercased().lowercased() : name
    }
}

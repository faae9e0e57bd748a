/// Texts of packages, as they may be kept and shown.
enum BuildText {
    /// Without control characters, and without those that turn the direction of what is beside them; space at the ends is taken away.
    /// - Parameter limit: Unicode scalars.
    static func clean(_ text: String, limit: Int) -> String {
        var scalars = String.UnicodeScalarView()
        // More is not looked at, so that a long text costs no more than a short one.
        for scalar in text.unicodeScalars.prefix(limit * 2) where scalars.count < limit {
            if scalar.properties.isWhitespace {
                if let last = scalars.last, !last.properties.isWhitespace { scalars.append(" ") }
            } else if !isHidden(scalar) {
                scalars.append(scalar)
            }
        }
        if scalars.last?.properties.isWhitespace == true { scalars.removeLast() }
        return String(scalars)
    }

    private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069, 0xFEFF: true
        default: false
        }
    }
}

extension BuildFacts {
    /// With its texts cleaned, and no more of them than are of use.
    var cleaned: BuildFacts {
        var facts = self
        facts.identifier = BuildText.clean(identifier, limit: 155)
        facts.version = BuildText.clean(version.isEmpty ? buildNumber : version, limit: 64)
        facts.buildNumber = BuildText.clean(buildNumber, limit: 64)
        let name = BuildText.clean(displayName, limit: 100)
        facts.displayName = name.isEmpty ? facts.identifier : name
        facts.minOS = BuildText.clean(minOS, limit: 32)
        facts.targetOS = targetOS.map { BuildText.clean($0, limit: 32) }
        facts.devices = devices.prefix(20).map { BuildText.clean($0, limit: 64) }
        facts.permissions = permissions.prefix(500).map { permission in
            BuildPermission(name: BuildText.clean(permission.name, limit: 200), reason: permission.reason.map { BuildText.clean($0, limit: 1000) })
        }
        facts.architectures = architectures.prefix(20).map { BuildText.clean($0, limit: 32) }
        facts.signing.profile = signing.profile?.cleaned
        facts.notes = notes.prefix(50).map { BuildNote(word: $0.word, entry: BuildText.clean($0.entry, limit: 300)) }
        return facts
    }
}

extension BuildProfile {
    /// As ``BuildFacts/cleaned``.
    var cleaned: BuildProfile {
        BuildProfile(
            name: BuildText.clean(name, limit: 200),
            uuid: BuildText.clean(uuid, limit: 64),
            kind: kind,
            teamId: BuildText.clean(teamId, limit: 64),
            teamName: BuildText.clean(teamName, limit: 200),
            createdAt: createdAt,
            expiresAt: expiresAt,
            devices: devices.prefix(20_000).map { BuildText.clean($0, limit: 128) },
            allDevices: allDevices,
            entitlements: Dictionary(
                entitlements.sorted { $0.key < $1.key }.prefix(200).map {
                    (BuildText.clean($0.key, limit: 200), BuildText.clean($0.value, limit: 1000))
                }
            ) { first, _ in first }
        )
    }
}

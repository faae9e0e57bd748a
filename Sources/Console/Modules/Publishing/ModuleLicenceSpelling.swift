import Web

/// Licences as people write them who do not know how SPDX does, with what they mean.
enum ModuleLicenceSpelling {
    static func rejections(_ field: String, _ text: String) -> [Rejection] {
        if let meant = usual[plain(text)], meant.lowercased() != text.lowercased() {
            return [Rejection(field, "modules.licence.meant", ["meant": meant])]
        }
        return ModuleLicence(text) == nil ? [Rejection(field, "modules.licence.invalid")] : []
    }

    /// Without what is written in many ways: `Apache License, Version 2.0` as `apache 2.0`.
    private static func plain(_ text: String) -> String {
        let words = text.lowercased().split { !$0.isASCII || !($0.isLetter || $0.isNumber || $0 == ".") }
        return words.filter { !["the", "license", "licence", "version", "v"].contains($0) }.joined(separator: " ")
    }

    /// By the plain spelling; whatever is right as it is stands for itself.
    private static let usual: [String: String] = [
        "apache": "Apache-2.0", "apache2": "Apache-2.0", "apache 2": "Apache-2.0", "apache 2.0": "Apache-2.0", "apache2.0": "Apache-2.0",
        "asl 2.0": "Apache-2.0", "x11": "X11", "mit": "MIT", "expat": "MIT", "bsd": "BSD-3-Clause", "bsd3": "BSD-3-Clause", "bsd 3": "BSD-3-Clause",
        "bsd2": "BSD-2-Clause", "bsd 2": "BSD-2-Clause", "new bsd": "BSD-3-Clause", "simplified bsd": "BSD-2-Clause", "gpl": "GPL-3.0-only",
        "gpl2": "GPL-2.0-only", "gplv2": "GPL-2.0-only", "gpl 2": "GPL-2.0-only", "gpl v2": "GPL-2.0-only", "gpl3": "GPL-3.0-only",
        "gplv3": "GPL-3.0-only", "gpl 3": "GPL-3.0-only", "gpl v3": "GPL-3.0-only", "lgpl": "LGPL-2.1-only", "lgplv2.1": "LGPL-2.1-only",
        "lgpl2.1": "LGPL-2.1-only", "lgplv3": "LGPL-3.0-only", "lgpl3": "LGPL-3.0-only", "agplv3": "AGPL-3.0-only", "mpl": "MPL-2.0",
        "mpl2": "MPL-2.0",
        "mpl 2": "MPL-2.0", "public domain": "CC0-1.0", "cc0": "CC0-1.0", "proprietary": "LicenseRef-Proprietary",
        "commercial": "LicenseRef-Proprietary", "closed": "LicenseRef-Proprietary", "none": "LicenseRef-Proprietary",
    ]
}

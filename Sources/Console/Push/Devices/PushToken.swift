extension PushChannel {
    /// That of a device that does not say.
    static func usual(of platform: Platform) -> PushChannel {
        switch platform {
        case .ios: .apns
        case .android: .fcm
        case .harmony: .huawei
        }
    }

    /// Whether devices of a platform can be reached by it.
    func serves(_ platform: Platform) -> Bool {
        switch platform {
        case .ios: self == .apns || self == .fcm
        case .android: self != .apns
        case .harmony: self == .huawei
        }
    }

    /// The form in which a token is kept; nil for what is none.
    ///
    /// Apple's are 32 bytes today and "variable length" by its documentation: 64 to 200 hex digits here, also as old descriptions of them were
    /// printed, `<740f4707 bebcf74f …>`. Those of others are whatever they are: up to 4,096 printable characters of ASCII.
    func token(_ text: String) -> String? {
        guard self == .apns else {
            return (1...4_096).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) } ? text : nil
        }
        guard text.utf8.count <= 300 else { return nil }
        let digits = text.lowercased().unicodeScalars.filter { !" <>".unicodeScalars.contains($0) }
        guard (64...200).contains(digits.count), digits.count % 2 == 0, digits.allSatisfy(Self.isHex) else { return nil }
        return String(String.UnicodeScalarView(digits))
    }

    private static func isHex(_ scalar: Unicode.Scalar) -> Bool {
        ("0"..."9").contains(scalar) || ("a"..."f").contains(scalar)
    }
}

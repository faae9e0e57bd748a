import Foundation

/// What Apple writes into its certificates. The identifiers are those of Apple's "Certification Practice Statement: Worldwide Developer
/// Relations", section 4.11 and following, and of the topics' extension what push libraries know since 2016.
extension X509Certificate {
    /// Whether it opens Apple's push service for apps from Xcode.
    public var opensPushForDevelopment: Bool { value(ofExtension: "1.2.840.113635.100.6.3.1") != nil }
    /// Whether it opens Apple's push service for apps from the store, from a company and from TestFlight.
    public var opensPushForProduction: Bool { value(ofExtension: "1.2.840.113635.100.6.3.2") != nil }

    /// What may be pushed to with it: `com.example.app`, `com.example.app.voip`, … Without the extension the one that its subject names.
    public var pushTopics: [String] {
        let listed = value(ofExtension: "1.2.840.113635.100.6.3.6").flatMap { Self.topics(in: $0) } ?? []
        return listed.isEmpty && !userId.isEmpty ? [userId] : listed
    }

    /// A sequence of a topic and a sequence of its kinds, over and over.
    private static func topics(in der: [UInt8]) -> [String]? {
        DER.one(in: der[...])?.children?.compactMap(\.text)
    }

    /// The extension that holds `topics`, for certificates made here.
    static func encoded(topics: [String]) -> [UInt8] {
        let elements = topics.flatMap { topic in
            DER.write(DER.utf8, Array(topic.utf8)) + DER.write(DER.sequence, DER.write(DER.utf8, Array("app".utf8)))
        }
        return DER.write(DER.sequence, elements)
    }
}

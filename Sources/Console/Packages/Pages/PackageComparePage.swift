import Web

/// What `Views/Packages/compare` shows: from one package to another of the same platform.
struct PackageComparePage: Codable, Sendable {
    let package: PackageReference
    let platform: Platform
    /// Null for the platform's first package, while none was chosen.
    let from: OrNull<PackageReference>
    let difference: OrNull<PackageDifferenceView>
    /// The platform's others, newest first, at most 100.
    let others: [Other]

    struct Other: Codable, Sendable {
        let id: String
        let number: Int
        let version: String
        let chosen: Bool
    }

    init(_ package: Package, _ from: Package?, _ difference: PackageDifference?, _ others: [Package]) {
        self.package = PackageReference(id: package.id, number: package.number, version: package.version)
        platform = package.platform
        self.from = OrNull(from.map { PackageReference(id: $0.id, number: $0.number, version: $0.version) })
        self.difference = OrNull(difference.map(PackageDifferenceView.init))
        self.others = others.filter { $0.id != package.id }.map {
            Other(id: $0.id, number: $0.number, version: $0.version, chosen: $0.id == from?.id)
        }
    }
}

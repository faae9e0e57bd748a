import Formats
import Foundation
import Storage

/// A place in a program that is to be named.
public struct SymbolQuery: Sendable, Hashable {
    /// Where it is.
    public enum Place: Sendable, Hashable {
        /// Bytes from where the image was loaded.
        case offset(UInt64)
        /// An address as the program itself counts, as tombstones write it.
        case address(UInt64)
    }

    /// Id of the image, as the report writes it.
    public let image: String
    /// Of the image, for an id that several architectures share; may be empty.
    public let architecture: String
    public let place: Place
    /// Whether it is the instruction itself. Of all frames but the topmost of the crashed thread it is the one behind the call: then the one before
    /// it is looked up.
    public let isExact: Bool

    public init(image: String, architecture: String = "", place: Place, isExact: Bool) {
        (self.image, self.architecture, self.place, self.isExact) = (image, architecture, place, isExact)
    }

    /// - Returns: nil where there is no such address.
    func address(base: UInt64) -> UInt64? {
        let (address, isTooFar) =
            switch place {
            case .offset(let offset): base.addingReportingOverflow(offset)
            case .address(let address): (address, false)
            }
        if isTooFar { return nil }
        return isExact || address == 0 ? address : address - 1
    }
}

/// One function of a frame.
public struct SymbolicFrame: Codable, Sendable, Hashable {
    /// As developers write it.
    public let function: String
    /// As the program has it, where that is something else.
    public let symbol: String?
    /// With its folders, as it was when it was compiled.
    public let file: String?
    public let line: Int?
    public let column: Int?
    /// Whether the compiler put it into the next one.
    public let isInlined: Bool
}

/// What was found for some places.
public struct SymbolAnswer: Sendable, Equatable {
    /// For each place its functions, the innermost first; none where nothing is known.
    public var frames: [[SymbolicFrame]]
    /// Ids of images, as they were asked, that nobody brought the symbols of.
    public var missing: Set<String>
    /// Whether there is a program that looks up at all.
    public var isPossible: Bool
}

/// Looks addresses up in what was brought, and names in mappings.
public struct SymbolLookup: Sendable {
    let database: Database
    let cache: SymbolCache
    let symbolizer: SymbolizerProcess
    let names: SymbolNames
    let mappings: SymbolMappings

    /// Whether addresses can be looked up on this node, and by what.
    public var state: SymbolizerState { symbolizer.state }

    /// Names places. What cannot be named comes without frames: a program that hangs or dies over a file costs its frames, not the report.
    /// - Parameter queries: more than 20,000 are left as they are.
    /// - Throws: what the database and the store throw.
    public func resolve(_ queries: [SymbolQuery], of app: String) async throws -> SymbolAnswer {
        var answer = SymbolAnswer(frames: Array(repeating: [], count: queries.count), missing: [], isPossible: state.isReady)
        let asked = queries.prefix(SymbolLimits.frames)
        let objects = try await objects(Array(Set(asked.map(\.image))), of: app)
        var byObject: [String: (object: SymbolObject, places: [(index: Int, address: UInt64)])] = [:]
        for (index, query) in asked.enumerated() {
            guard let object = Self.best(objects[query.image] ?? [], query.architecture) else {
                answer.missing.insert(query.image)
                continue
            }
            guard let address = query.address(base: object.base) else { continue }
            byObject[object.id, default: (object, [])].places.append((index, address))
        }
        guard answer.isPossible else { return answer }
        for (object, places) in byObject.values where object.worth != .nothing {
            guard let path = try await path(object) else { continue }
            let found = await symbolizer.look(path, places.map(\.address))
            for (place, frames) in zip(places, found) { answer.frames[place.index] = frames }
        }
        answer.frames = await names.readable(answer.frames)
        return answer
    }

    /// - Returns: nil for one that the store has lost, which a report can do without.
    private func path(_ object: SymbolObject) async throws -> String? {
        do {
            return try await cache.path(object.sha256)
        } catch is BlobError {
            return nil
        }
    }

    /// The one of its architecture, or where that is not said the first.
    private static func best(_ objects: [SymbolObject], _ architecture: String) -> SymbolObject? {
        objects.first { $0.architecture == architecture } ?? objects.first
    }

    /// By image, the best first.
    private func objects(_ images: [String], of app: String) async throws -> [String: [SymbolObject]] {
        let wanted = Dictionary(images.map { ($0, SymbolIDs.asked($0)) }) { first, _ in first }
        let ids = Set(wanted.values.joined()).sorted()
        var found: [String: [SymbolObject]] = [:]
        for start in stride(from: 0, to: ids.count, by: 500) {
            let some = Array(ids[start..<min(start + 500, ids.count)])
            for one in try await database.read({ try $0.symbolObjects(app, ids: some) }) where one.object.kind != .mapping {
                found[one.id, default: []].append(one.object)
            }
        }
        return wanted.mapValues { ids in ids.lazy.compactMap { found[$0] }.first ?? [] }
    }

    /// Of ids of images those that somebody brought symbols of.
    public func known(_ images: [String], of app: String) async throws -> Set<String> {
        Set(try await objects(Array(Set(images)), of: app).filter { !$0.value.isEmpty }.keys)
    }

    // MARK: mappings

    /// The mapping of a build: by one of the ids that its reports name, or by the app's version.
    /// - Returns: nil when nobody brought one.
    /// - Throws: what the database and the store throw.
    public func retrace(_ wanted: SymbolMappingName, of app: String) async throws -> Retrace? {
        let ids = Array(Set(wanted.ids.prefix(100).flatMap(SymbolIDs.asked)))
        let object = try await database.read { connection -> SymbolObject? in
            let byID = try connection.symbolObjects(app, ids: ids).map(\.object).first { $0.kind == .mapping }
            if let byID { return byID }
            return wanted.version.isEmpty ? nil : try connection.symbolMapping(app, version: wanted.version)
        }
        guard let object, let path = try await path(object) else { return nil }
        return try await mappings.retrace(object.sha256, at: path)
    }
}

/// What reports say of the mapping that they need.
public struct SymbolMappingName: Sendable, Hashable {
    /// Of Sentry's debug images, or of files such as `r8-map-id-0d0fd238…`, without that word.
    public var ids: [String]
    /// Of the app, as the device reports it.
    public var version: String

    public init(ids: [String] = [], version: String = "") {
        (self.ids, self.version) = (ids, version)
    }

    /// The id that R8 leaves in place of a file's name (`r8-map-id-<hex>`); nil for another name.
    public static func id(inFile name: String) -> String? {
        guard name.hasPrefix("r8-map-id-") else { return nil }
        return SymbolID.normal(name.dropFirst(10))
    }
}

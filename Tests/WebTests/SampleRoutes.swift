import Foundation
import HTTPTypes
import Hummingbird

@testable import Web

/// One route of every kind that the console has.
struct SampleRoutes: Sendable {
    func add(to routes: Routes) throws {
        try routes.get("items", "List the items.", needs: .signedIn, view: "Sample/list", list)
        let form = try routes.page("items/new", needs: .role(.operator), view: "Sample/new", new)
        try routes.post("items", "Make an item.", needs: .role(.operator), form: form, create)
        try routes.get("items/{item}", "One item.", needs: .signedIn, view: "Sample/item", show)
        try routes.api(.delete, "items/{item}", "Forget an item.", needs: .role(.admin), forget)
        try routes.stream("items/{item}/export", "An item as a table.", needs: .signedIn, produces: "text/csv") { _, context in
            var table = CSV(["name"])
            table.append([try context.parameter("item")])
            return table.response(name: "item.csv")
        }
        try routes.api(.post, "orders", "Send an order back.", needs: .role(.operator), order)
        try routes.get("apps/{app}", "One app.", needs: .role(.viewer), view: "Sample/item", show)
        try routes.get("apps/{app}/name", "Its name.", needs: .signedIn, view: "Sample/item", show)
        try routes.get("apps/{app}/stock", "What there is.", needs: .role(.viewer), view: "Sample/stock", SampleStock.list)
        try routes.api(.get, "secret", "A secret.", needs: .secrets, secret)
        try routes.machine(.post, "device/upload") { _, _ in Response(status: .ok) }
        try routes.submit("items/{item}/mark", needs: .role(.operator), mark)
        try routes.upload(.put, "items/{item}/file", "Take an item's file.", needs: .role(.operator), take)
        try routes.upload(.post, "files", "Take a file.", needs: .role(.operator), consumes: "multipart/form-data", takeForm)
        try routes.submit("items/{item}/file", needs: .role(.operator), file: FormFileField(upTo: Self.fileLimit), form: form, takeFile)
        try routes.stream("items/{item}/file", "An item's file.", needs: .signedIn, produces: "application/zip") { request, _ in
            let file = ServedFile(size: 26, tag: "v1", type: "text/plain", downloadName: "字 a.txt", piece: 4)
            return Response.file(file, for: request) { range in Array("abcdefghijklmnopqrstuvwxyz".utf8)[range].map(\.self) }
        }
    }

    static let fileLimit = 100_000

    @Sendable func take(_ request: Request, _ context: Context) async throws -> Answer<SampleItem> {
        let body = try UploadBody(request, upTo: Self.fileLimit)
        var size = 0
        while let piece = try await body.next() { size += piece.readableBytes }
        return .created(SampleItem(name: "\(try context.parameter("item")) \(size)"), at: "/items/\(size)")
    }

    @Sendable func takeForm(_ request: Request, _ context: Context) async throws -> Answer<SampleItem> {
        let (fields, file) = try await request.formWithFile("file", upTo: Self.fileLimit)
        guard let file else { throw Problem.invalid("file", "web.required") }
        return try await takeFile(NewItem(name: fields["name"] ?? ""), file, context)
    }

    @Sendable func takeFile(_ input: NewItem, _ file: FormFile, _ context: Context) async throws -> Answer<SampleItem> {
        if input.name == "taken" { throw Problem(.conflict, "sample.taken") }
        var bytes: [UInt8] = []
        while let piece = try await file.next() { bytes += piece.readableBytesView }
        return .created(SampleItem(name: "\(input.name) \(file.name) \(bytes.count)"), at: "/items/\(bytes.count)", flash: "sample.created")
    }

    struct ListQuery: Codable, Sendable {
        var kind: SampleKind?
        var limit: Int?
        var cursor: String?
    }

    @Sendable func list(_ query: ListQuery, _ context: Context) async throws -> Answer<List<SampleItem>> {
        let isAgain = context.submitted != nil
        let place = try ListPlace(limit: isAgain ? nil : query.limit, cursor: isAgain ? nil : query.cursor)
        return .show(List(items: Array([SampleItem(name: "one"), SampleItem(name: "two")].prefix(place.limit)), next: "more", total: 2))
    }

    struct NewItem: Codable, Sendable {
        var name: String
    }

    @Sendable func new(_ input: Nothing, _ context: Context) async throws -> Answer<NewItem> {
        .show(NewItem(name: context.filled("name", "stored")))
    }

    /// Names stand for what can happen to them.
    @Sendable func create(_ input: NewItem, _ context: Context) async throws -> Answer<SampleItem> {
        switch input.name {
        case "": throw Problem.invalid("name", "web.required")
        case "taken": throw Problem(.conflict, "sample.taken")
        case "often": throw Problem(.limited, "sample.often", retryAfter: 3)
        case "bug": throw CocoaError(.fileNoSuchFile)
        default: return .created(SampleItem(name: input.name), at: "/items/\(input.name)", flash: "sample.created")
        }
    }

    @Sendable func show(_ input: Nothing, _ context: Context) async throws -> Reply<SampleItem, SampleExtras> {
        let name = try context.parameter(context.app == nil ? "item" : "app")
        guard name != "missing" else { throw Problem.notFound }
        return .show(SampleItem(name: name)) { SampleExtras(extra: "page only") }.inZone(TimeZone(secondsFromGMT: -5 * 3_600) ?? .gmt)
    }

    @Sendable func forget(_ input: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        .done(at: "/items")
    }

    @Sendable func order(_ order: SampleOrder, _ context: Context) async throws -> Answer<SampleOrder> {
        .show(order)
    }

    @Sendable func secret(_ input: Nothing, _ context: Context) async throws -> Answer<SampleItem> {
        .show(SampleItem(name: "secret"))
    }

    @Sendable func mark(_ input: Nothing, _ context: Context) async throws -> Answer<Nothing> {
        .done(at: "/items", flash: "sample.marked", ["name": try context.parameter("item")])
    }
}

enum SampleKind: String, Codable, CaseIterable, Sendable {
    case small, large
}

struct SampleItem: Codable, Sendable {
    var name: String
    var price: OrNull<Double> = OrNull(nil)
    var made = SampleSite.now
    var note: String?
}

struct SampleExtras: Codable, Sendable {
    var extra: String
}

struct SampleOrder: Codable, Sendable {
    struct Line: Codable, Sendable {
        var item: String
        var count: Int
    }

    var lines: [Line]
    var kind: SampleKind
    var due: Date?
}

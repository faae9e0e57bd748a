import HTTPTypes
import Hummingbird

/// Routes that take files. The rest of the table is in ``Routes`` itself.
extension Routes {
    /// What a route does with a body that nobody has read yet.
    public typealias UploadHandler<Body: Codable & Sendable> = @Sendable (Request, Context) async throws -> Answer<Body>

    /// What a route does with a form and its file.
    public typealias FileHandler<Input, Body: Codable & Sendable> = @Sendable (Input, FormFile, Context) async throws -> Answer<Body>

    /// Takes a file as the body of the request, of any size: the handler reads it, see ``UploadBody``. JSON only.
    ///
    /// A repeated `Idempotency-Key` gets the first answer without its body being read: the same key with the same length, type and
    /// `Content-Digest` is taken for the same content.
    /// - Parameter mediaType: of the body.
    public func upload<Body>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        consumes mediaType: String = "application/octet-stream",
        _ handler: @escaping UploadHandler<Body>
    ) throws {
        try note(method, path, [.api], policy, summary, output: Body.self, consumes: mediaType)
        let faces = faces
        router.on(RouterPath("api/v1/\(path)"), method: method) { request, context in
            try await faces.upload(request, context, policy, handler)
        }
    }

    /// Takes a file in the same way from scripts and from the script of a page, which is known by its cookie and shows the session's token in
    /// `X-CSRF-Token`. Both get JSON, the page's in its own language.
    public func scriptedUpload<Body>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        consumes mediaType: String = "application/octet-stream",
        _ handler: @escaping UploadHandler<Body>
    ) throws {
        try upload(method, path, summary, needs: policy, consumes: mediaType, handler)
        try note(method, path, [.page], policy, consumes: mediaType)
        let faces = faces
        router.on(RouterPath(path), method: method) { request, context in
            try await faces.scripted(request, context, policy, handler)
        }
    }

    /// What scripts ask, and the script of a page in the same way: see ``scriptedUpload(_:_:_:needs:consumes:_:)``.
    public func scripted<Input: Codable & Sendable, Body>(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ summary: String,
        needs policy: Policy,
        _ handler: @escaping Handler<Input, Body, Nothing>
    ) throws {
        try api(method, path, summary, needs: policy, handler)
        try note(method, path, [.page], policy)
        let faces = faces
        router.on(RouterPath(path), method: method) { request, context in
            try await faces.scripted(request, context, policy) { request, context in
                try await handler(try await faces.input.read(Input.self, request, form: nil), context)
            }
        }
    }

    /// A page's form with a file, sent as `multipart/form-data`: first the field `csrf`, last the file. The fields fill the input as those of any
    /// other form, and it comes back with its problems like any other, without the file.
    /// - Parameter form: the page that holds the form; its handler makes it again.
    public func submit<Input: Codable & Sendable, Body>(
        _ path: String,
        needs policy: Policy,
        file: FormFileField,
        form: FormPage? = nil,
        _ handler: @escaping FileHandler<Input, Body>
    ) throws {
        try note(.post, path, [.page], policy, consumes: "multipart/form-data")
        let faces = faces
        router.on(RouterPath(path), method: .post) { request, context in
            try await faces.submit(request, context, policy, file: file, form: form, handler)
        }
    }

    /// What a route does with a form and its small files.
    public typealias SmallFilesHandler<Input, Body: Codable & Sendable> = @Sendable (Input, [SmallFile], Context) async throws -> Answer<Body>

    /// A page's form with small files, sent as `multipart/form-data`, its parts in whatever order.
    /// - Parameter form: the page that holds the form; its handler makes it again, without the files.
    public func submit<Input: Codable & Sendable, Body>(
        _ path: String,
        needs policy: Policy,
        smallFiles: SmallFileFields,
        form: FormPage? = nil,
        _ handler: @escaping SmallFilesHandler<Input, Body>
    ) throws {
        try note(.post, path, [.page], policy, consumes: "multipart/form-data")
        let faces = faces
        router.on(RouterPath(path), method: .post) { request, context in
            try await faces.submit(request, context, policy, smallFiles: smallFiles, form: form, handler)
        }
    }
}

/// The field of a form that takes a file.
public struct FormFileField: Sendable {
    public let name: String
    /// Bytes.
    public let limit: Int

    public init(_ name: String = "file", upTo limit: Int) {
        self.name = name
        self.limit = limit
    }
}

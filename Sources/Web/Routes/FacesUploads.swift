import Hummingbird

/// What comes as a file: as the whole body on the API, and in a form on a page.
extension Faces {
    /// The handler gets the request with its body unread.
    func upload<Body>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        _ handler: @escaping Routes.UploadHandler<Body>
    ) async throws -> Response {
        try await documented(context, .api) { context in
            try Forgery.check(request, context, Form())
            try policy.check(context.viewer, app: context.app)
            return try await replays.onceUploaded(request, context) { request in
                try json(try await handler(request, context), context)
            }
        }
    }

    /// The same for the script of a page.
    func scripted<Body>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        _ handler: @escaping Routes.UploadHandler<Body>
    ) async throws -> Response {
        try await told(context) { context in
            if request.method != .get, request.method != .head { try Forgery.check(request, context, Form()) }
            try policy.check(context.viewer, app: context.app)
            return try json(try await handler(request, context), context)
        }
    }

    /// A form with a file that was sent. Who may not send it is told so before anything of it is read, and the token before the file is.
    func submit<Input: Codable & Sendable, Body>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        file field: FormFileField,
        form: FormPage?,
        _ handler: @escaping Routes.FileHandler<Input, Body>
    ) async throws -> Response {
        try await explained(request, context) { context in
            try Forgery.checkOrigin(request, context)
            try policy.check(context.viewer, app: context.app)
            let (sent, file) = try await request.formWithFile(field.name, upTo: field.limit)
            do {
                try Forgery.checkToken(request, context, sent)
                let input = try await input.read(Input.self, request, form: sent)
                guard let file else { throw Problem.invalid(field.name, "web.required") }
                return redirect(try await handler(input, file, context))
            } catch let problem as Problem {
                guard let form, let mendable = mendable(problem, request) else { throw problem }
                // Browsers look for an answer when all is sent: without this they would only tell of a broken connection.
                try? await file?.passOver()
                return try await form.again(request, context, sent, mendable)
            }
        }
    }

    /// A form with small files that was sent. They are read before its token is looked at: it may stand behind them.
    func submit<Input: Codable & Sendable, Body>(
        _ request: Request,
        _ context: Context,
        _ policy: Policy,
        smallFiles: SmallFileFields,
        form: FormPage?,
        _ handler: @escaping Routes.SmallFilesHandler<Input, Body>
    ) async throws -> Response {
        try await explained(request, context) { context in
            try Forgery.checkOrigin(request, context)
            try policy.check(context.viewer, app: context.app)
            let (sent, files) = try await request.formWithSmallFiles(smallFiles)
            do {
                try Forgery.checkToken(request, context, sent)
                return redirect(try await handler(try await input.read(Input.self, request, form: sent), files, context))
            } catch let problem as Problem {
                guard let form, let mendable = mendable(problem, request) else { throw problem }
                return try await form.again(request, context, sent, mendable)
            }
        }
    }
}

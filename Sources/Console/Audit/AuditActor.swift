import Web

/// Who does something and from where, as every verb needs it for the audit log.
public struct Actor: Sendable, Equatable {
    /// The account's or token's id; `console` for the console itself, `local` for the command line.
    public let id: String
    public let name: String
    public let address: String
    public let requestID: String

    public init(id: String, name: String, address: String = "", requestID: String = "") {
        self.id = id
        self.name = name
        self.address = address
        self.requestID = requestID
    }

    /// The same request, now that it is known who makes it.
    func named(_ name: String, id: String? = nil) -> Actor {
        Actor(id: id ?? self.id, name: name, address: address, requestID: requestID)
    }

    /// The command line on the same machine.
    public static let local = Actor(id: "local", name: "local")
    /// What nobody asked for: seeds, retention.
    public static let console = Actor(id: "console", name: "console")
}

extension Context {
    /// Who is asking; a request without a viewer acts as nobody.
    var actor: Actor {
        Actor(id: viewer?.id ?? "", name: viewer?.title ?? "", address: address, requestID: requestID)
    }
}

extension Viewer {
    /// People by e-mail, because names change and repeat; tokens by name.
    fileprivate var title: String {
        kind == .account ? email : name
    }
}

import Foundation

/// What a change was made to: read out of the way in which rooms name their objects in the audit log.
struct LedgerSubject {
    let id: String?
    let title: String
    let platform: Platform?

    init(_ record: AuditRecord) {
        let object = record.object
        platform = Self.platform(record)
        switch LedgerNaming.of(record.action) {
        case .nameAndID:
            (title, id) = Self.split(object)
        case .id(let field):
            (title, id) = (record.ledgered(field) ?? object, object)
        case .name(let field):
            (title, id) = (object, record.ledgered(field))
        case .platformVersion:
            (title, id) = ([platform?.rawValue, record.ledgered("version")].compactMap { $0 }.joined(separator: " "), object)
        case .publication:
            (title, id) = ((["#\(object)"] + [record.after["keys"]?.shortened(to: 60)].compactMap { $0 }).joined(separator: " "), object)
        case .role:
            (title, id) = ("\(object): \(record.after["role"] ?? "-")", nil)
        case .app:
            (title, id) = (record.ledgered("name") ?? object, nil)
        }
    }

    /// `ios #3 (0123456789abcdef)`, or just a name.
    private static func split(_ object: String) -> (String, String?) {
        guard object.hasSuffix(")"), let open = object.range(of: " (", options: .backwards) else { return (object, nil) }
        return (String(object[..<open.lowerBound]), String(object[open.upperBound...].dropLast()))
    }

    private static func platform(_ record: AuditRecord) -> Platform? {
        if let said = record.ledgered("platform") { return Platform(rawValue: said) }
        return record.object.split(separator: " ", maxSplits: 1).first.flatMap { Platform(rawValue: String($0)) }
    }
}

/// How an object is written in the audit log.
enum LedgerNaming {
    /// `ios #3 (0123456789abcdef)`
    case nameAndID
    /// The id; its name is in a field.
    case id(field: String)
    /// A name; its id is in a field.
    case name(field: String)
    /// The id; the name is made of platform and version.
    case platformVersion
    /// The number of a publication of switches.
    case publication
    /// An account's e-mail; the role that it has now, if any, is in a field.
    case role
    /// The app's id: its settings are meant.
    case app

    static func of(_ action: String) -> LedgerNaming {
        byAction[action] ?? byRoom[String(action.prefix { $0 != "." })] ?? .name(field: "id")
    }

    private static let byRoom: [String: LedgerNaming] = [
        "update": .nameAndID, "hotpatch": .nameAndID, "push": .nameAndID, "badge": .nameAndID, "diagnosis": .nameAndID, "token": .nameAndID,
        "alert": .nameAndID, "pushCredential": .nameAndID, "certificate": .id(field: "alias"), "hotpatchKey": .id(field: "algorithm"),
        "package": .platformVersion, "build": .name(field: "build"), "symbol": .name(field: "upload"), "app": .app,
    ]

    private static let byAction: [String: LedgerNaming] = [
        "switch.publish": .publication, "switch.rollBack": .publication, "push.list": .id(field: "name"), "push.listDelete": .id(field: "name"),
        "push.option": .app, "hotpatch.approvalOption": .app, "diagnosis.option": .app, "app.addPlatform": .name(field: "id"),
        "app.editPlatform": .name(field: "id"), "app.rotateSecret": .name(field: "id"), "account.setRole": .role,
    ]
}

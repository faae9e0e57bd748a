import Foundation
import Hummingbird

/// A sentence carried over one redirect in a cookie that lives for a minute.
enum FlashCookie {
    static let name = "flash"

    static func carrying(_ message: Message) -> Cookie {
        let data = (try? JSONEncoder().encode(message)) ?? Data()
        return Cookie(name: name, value: data.base64EncodedString().replacing("=", with: ""), maxAge: 60, path: "/", httpOnly: true, sameSite: .lax)
    }

    static var cleared: Cookie {
        Cookie(name: name, value: "", maxAge: 0, path: "/", httpOnly: true, sameSite: .lax)
    }

    static func read(_ request: Request) -> Message? {
        guard var text = request.cookies[name]?.value, !text.isEmpty, text.utf8.count <= 2_048 else { return nil }
        while text.utf8.count % 4 != 0 { text.append("=") }
        return Data(base64Encoded: text).flatMap { try? JSONDecoder().decode(Message.self, from: $0) }
    }
}

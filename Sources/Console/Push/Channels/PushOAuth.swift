import Foundation
import NIOHTTP1
import Web

/// A token by a form, as OAuth 2.0 has it (RFC 6749, 4.4 and 5).
enum PushOAuth {
    static func ask(_ client: PushClient, _ path: String, _ form: Form) async -> PushGrant {
        do throws(PushTrouble) {
            let answer = try await client.post(path, ["content-type": "application/x-www-form-urlencoded"], Array(form.encoded.utf8))
            guard answer.status == 200, let given = answer.json(Given.self), let token = given.access_token?.orNil else {
                return PushGrant(refused: answer)
            }
            return .token(token, seconds: min(max(given.expires_in ?? 3_600, 60), 86_400))
        } catch {
            return PushGrant(error)
        }
    }

    private struct Given: Decodable {
        let access_token: String?
        let expires_in: Int?
    }
}

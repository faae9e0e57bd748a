import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// A page. Never cached: it shows what one viewer may see now.
    init(html: String, status: HTTPResponse.Status, flashed: Bool) {
        self.init(
            status: status,
            headers: [.contentType: "text/html; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: html))
        )
        if flashed { setCookie(FlashCookie.cleared) }
    }

    /// 303: the browser goes on with a GET.
    /// - Parameter flash: shown once on the next page.
    public static func seeOther(_ path: String, flash: Message? = nil) -> Response {
        var response = Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
        if let flash { response.setCookie(FlashCookie.carrying(flash)) }
        return response
    }

    /// Bytes that one viewer may see now, as a download when a name is given.
    /// - Parameter downloadName: in ASCII.
    public init(bytes: [UInt8], type: String, downloadName: String? = nil) {
        self.init(
            status: .ok,
            headers: [.contentType: type, .cacheControl: "private, no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: bytes))
        )
        if let downloadName { headers[.contentDisposition] = "attachment; filename=\"\(downloadName)\"" }
    }
}

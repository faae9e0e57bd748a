"""Listens to everything a page complains about while a test uses it."""

from urllib.parse import urlsplit


class Watch:
    """Gathers `complaints` of one page: console messages, script errors, dialogs, requests that failed or went elsewhere."""

    def __init__(self, page, origin):
        self.complaints = []
        self._origin = origin
        self._page = page
        self._heard = {
            "console": self._console, "pageerror": self._error, "dialog": self._dialog, "request": self._request, "requestfailed": self._failed,
            "response": self._response,
        }
        for event, listener in self._heard.items():
            page.on(event, listener)

    def end(self):
        """What the page complains about from now on is another check's."""
        for event, listener in self._heard.items():
            self._page.remove_listener(event, listener)

    def _error(self, error):
        self.complaints.append(f"script error: {error}")

    def _console(self, message):
        """Chromium also reports statuses here; those are for `_response` to judge."""
        if message.type in ("error", "warning") and not message.text.startswith("Failed to load resource"):
            self.complaints.append(f"console {message.type}: {message.text}")

    def _dialog(self, dialog):
        """`alert` would be a script from outside; leaving a half-filled form may ask."""
        if dialog.type != "beforeunload":
            self.complaints.append(f"dialog: {dialog.message}")
        dialog.accept()

    def _request(self, request):
        address = urlsplit(request.url)
        if address.scheme != "data" and f"{address.scheme}://{address.netloc}" != self._origin:
            self.complaints.append(f"request to elsewhere: {request.url}")

    def _failed(self, request):
        """Leaving a page ends its event stream and downloads leave the page: both are reported as aborted."""
        if request.failure != "net::ERR_ABORTED":
            self.complaints.append(f"request failed: {request.url} {request.failure}")

    def _response(self, response):
        """A page may be refused; a fault of the server, or a missing file of a page, never is what a test asks for."""
        if response.status >= (500 if response.request.is_navigation_request() else 400):
            self.complaints.append(f"{response.status}: {response.url}")

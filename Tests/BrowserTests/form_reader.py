"""Reads the forms of a page the way a browser without script does: what each would send, and what it says is wrong."""

from html.parser import HTMLParser

_VOID = {"input", "br", "hr", "img", "link", "meta"}


class Form:
    """One form: where it goes, and its fields in their order as [name, value, kind]; `kind` is an input's type or the element's name."""

    def __init__(self, attributes):
        self.action = attributes.get("action", "")
        self.method = attributes.get("method", "get")
        self.fields = []

    def sent(self, **changed):
        """The pairs that a browser sends, some fields with other values."""
        return [(name, changed.get(name, value)) for name, value, _ in self.fields if value is not None]

    def typed(self):
        """Names of the fields a person types into."""
        return [name for name, _, kind in self.fields if kind in ("text", "search", "email", "password", "textarea")]

    def value(self, name):
        return next((value for field, value, _ in self.fields if field == name), None)


class FormReader(HTMLParser):
    """`forms` of the page, its elements by id (`marked`: attributes and text), and the fields the summary of problems links to."""

    def __init__(self, text):
        super().__init__()
        self.forms, self.marked, self.problems = [], {}, []
        self.summary = False
        self._open, self._form, self._select = [], None, None
        self.feed(text)

    def handle_starttag(self, tag, pairs):
        attributes = {name: value or "" for name, value in pairs}
        if identity := attributes.get("id"):
            self.marked[identity] = [attributes, ""]
            self.summary |= identity == "problems"
        if tag not in _VOID:
            self._open.append((tag, attributes.get("id")))
        if tag == "form":
            self._form = Form(attributes)
            self.forms.append(self._form)
        elif tag == "a" and any(identity == "problems" for _, identity in self._open):
            self.problems.append(attributes.get("href", ""))
        elif self._form and tag in ("input", "select", "textarea", "option"):
            self._field(tag, attributes)

    def _field(self, tag, attributes):
        if tag == "option":
            if self._select and (self._select[1] is None or "selected" in attributes):
                self._select[1] = attributes.get("value", "")
            return
        kind = attributes.get("type", "text") if tag == "input" else tag
        value = None if tag == "select" or (kind in ("checkbox", "radio") and "checked" not in attributes) else attributes.get("value", "")
        field = [attributes.get("name"), value, kind]
        if field[0]:
            self._form.fields.append(field)
        self._select = field if tag == "select" else None

    def handle_endtag(self, tag):
        if tag == "form":
            self._form = None
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        for _, identity in self._open:
            if identity:
                self.marked[identity][1] += data

"""`GET /healthz` `GET /readyz` `GET /metrics` (top level, no `/api/v1`): liveness, readiness, Prometheus text."""

import re
import unittest

from contract_case import ContractCase, minutes_ago
from contract_lines import behaviour

_SAMPLE = re.compile(r'[a-zA-Z_:][a-zA-Z0-9_:]*(\{([a-zA-Z_][a-zA-Z0-9_]*="(\\.|[^"\\])*",?)*\})? (-?[0-9.eE+-]+|NaN|[+-]Inf)( \d+)?')


class OperationsTest(ContractCase):
    def test_liveness_and_readiness(self):
        """`GET /healthz` `GET /readyz`: liveness, readiness, asked by machines that have no token"""
        for path in ("/healthz", "/readyz"):
            self.assertEqual(self.nobody.ask("GET", path).status, 200)

    def test_top_level(self):
        """(top level, no `/api/v1`)"""
        for path in ("/healthz", "/readyz", "/metrics"):
            self.assert_problem(self.client.get(path), 404)

    def test_prometheus_text(self):
        """`GET /metrics`: Prometheus text"""
        answer = self.nobody.ask("GET", "/metrics")
        self.assertEqual((answer.status, answer.type), (200, "text/plain"))
        lines = answer.text.splitlines()
        types = {line.split()[2]: line.split()[3] for line in lines if line.startswith("# TYPE ")}
        self.assertLessEqual(set(types.values()), {"counter", "gauge", "summary", "histogram"})
        samples = [line for line in lines if line and not line.startswith("#")]
        self.assertGreater(len(samples), 10)
        for sample in samples:
            self.assertRegex(sample, rf"\A{_SAMPLE.pattern}\Z")
            name = re.match(r"[\w:]+", sample)[0]
            self.assertTrue(name in types or re.sub(r"_(sum|count|bucket)$", "", name) in types, sample)
        self.assertEqual(len({sample.rpartition(" ")[0] for sample in samples}), len(samples), "a sample is there twice")

    def test_requests_are_counted(self):
        """`GET /metrics`: a counter counts what was done"""
        _, product = self.new_product()
        before = self.requests()
        for number in range(3):
            self.client.upload(product, [behaviour(product, minutes_ago(2), user=str(number))])
        self.assertEqual(self.requests() - before, 3)

    def requests(self):
        """Requests for the upload of logs so far that went well."""
        text = self.nobody.ask("GET", "/metrics").text
        found = re.search(r'^http_requests_total\{route="/loggw/logUpload\.do",status="2xx"\} (\d+)$', text, re.MULTILINE)
        return int(found[1]) if found else 0


if __name__ == "__main__":
    unittest.main()

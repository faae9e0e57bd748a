"""Runs what people copy into their build systems, as those systems do: no more of each is known here than the copied piece uses.

Ruby runs the Fastfile where there is Ruby; elsewhere, and for Groovy and YAML, what the pieces are made of is read here, and anything else is an error.
"""

import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

_LANES = r"""
require "json"
module SharedValues
  def self.const_missing(name) = name.to_s
end
$lanes = []
def lane(_, &block) = $lanes << block
def lane_context = JSON.parse(ENV.fetch("LANE_CONTEXT"))
def sh(command) = (system("sh", "-c", command) or abort("failed: #{command}"))
load ARGV[0]
$lanes.fetch(0).call(JSON.parse(ENV.fetch("LANE_OPTIONS"), symbolize_names: true))
"""


class Project:
    """A checked-out project in which a build was just made.

    `files` by their path; `tag` is of the commit; `made` is what fastlane knows of the files it made, by its name for each;
    `options` are given to the lane.
    """

    def __init__(self, files, tag="2.3.1", made=None, options=None):
        self.folder = Path(tempfile.mkdtemp(prefix="snippet-"))
        self.tag, self.made, self.options = tag, made or {}, options or {}
        (self.folder / "fastlane").mkdir()
        for path, content in files.items():
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(content)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, tool, code, token):
        """What came of the piece: the shell's exit code and what it wrote."""
        return getattr(self, f"_{tool}")(code, {**_clean(os.environ), "CONSOLE_TOKEN": token})

    def _shell(self, command, environment, folder=None):
        return subprocess.run(["sh", "-ec", command], cwd=folder or self.folder, env=environment, capture_output=True, text=True, timeout=60)

    def _curl(self, code, environment):
        return self._shell(code, environment)

    # fastlane

    def _fastlane(self, code, environment):
        if shutil.which("ruby"):
            return self._with_ruby(code, environment)
        (head, *lines, end) = [line for line in code.strip().splitlines() if not line.startswith("#")]
        _matched(r"lane :\w+ do \|options\|", head)
        _matched("end", end)
        environment = dict(environment)
        for line in lines[:-1]:
            name, value = _matched(r'  ENV\["(\w+)"\] = (.+)', line).groups()
            environment[name] = self._ruby(value)
        return self._shell(_matched(r"  sh\('([^'\\]+)'\)", lines[-1]).group(1), environment, self.folder / "fastlane")

    def _with_ruby(self, code, environment):
        import json

        (self.folder / "fastlane/Fastfile").write_text(code)
        (self.folder / "lanes.rb").write_text(_LANES)
        made = {name: str(self.folder / path) for name, path in self.made.items()}
        environment = environment | {"LANE_CONTEXT": json.dumps(made), "LANE_OPTIONS": json.dumps(self.options)}
        words = ["ruby", str(self.folder / "lanes.rb"), str(self.folder / "fastlane/Fastfile")]
        return subprocess.run(words, cwd=self.folder / "fastlane", env=environment, capture_output=True, text=True, timeout=60)

    def _ruby(self, expression):
        if found := re.fullmatch(r"lane_context\[SharedValues::(\w+)\]", expression):
            return str(self.folder / self.made[found.group(1)])
        if found := re.fullmatch(r"options\[:(\w+)\]", expression):
            return self.options[found.group(1)]
        if found := re.fullmatch(r'File\.expand_path\(options\[:(\w+)\], "\.\."\)', expression):
            return str(self.folder / self.options[found.group(1)])
        return str(self.folder / _matched(r'File\.expand_path\("([^"]+)", "\.\."\)', expression).group(1))

    # Gradle, Jenkins: Groovy

    def _gradle(self, code, environment):
        _matched(r"tasks\.register\('\w+', Exec\) \{", code.splitlines()[0])
        variables = dict(re.findall(r"^    environment '(\w+)', (.+)$", code, re.MULTILINE))
        command = re.search(r"commandLine 'sh', '-c', '''([^'\\]+)'''", code).group(1)
        return self._shell(command, environment | {name: self._gradle_value(value) for name, value in variables.items()})

    def _gradle_value(self, expression):
        if expression == "android.defaultConfig.versionName":
            return self.tag
        return str(self.folder / _matched(r"rootProject\.file\('([^']+)'\)\.path", expression).group(1))

    def _jenkins(self, code, environment):
        block = re.search(r"environment \{\n(.*?)\n    \}", code, re.DOTALL).group(1)
        environment = dict(environment)
        token = environment.pop("CONSOLE_TOKEN")
        for line in block.splitlines():
            name, value = _matched(r" +(\w+) = (.+)", line).groups()
            environment[name] = token if value == "credentials('console-token')" else self._groovy(value)
        return self._shell(re.search(r"sh '''([^'\\]+)'''", code).group(1), environment)

    def _groovy(self, expression):
        if expression == '"${env.TAG_NAME}"':
            return self.tag
        return _matched(r"'([^'$]+)'", expression).group(1)

    # GitLab: YAML

    def _gitlab(self, code, environment):
        job = _job(code)
        variables = {name: value.replace("$CI_COMMIT_TAG", self.tag) for name, value in job["variables"].items()}
        return self._shell("\n".join(job["script"]), environment | variables)


def _job(code):
    """The only job of the YAML: by a real reader where there is one."""
    try:
        import yaml
    except ImportError:
        variables = dict(re.findall(r'^    (\w+): "([^"]+)"$', code, re.MULTILINE))
        return {"variables": variables, "script": [_matched(r".*  script:\n    - \|\n      ([^\n]+)\n?", code).group(1)]}
    (job,) = yaml.safe_load(code).values()
    return job


def _matched(pattern, text):
    found = re.fullmatch(pattern, text, re.DOTALL)
    if not found:
        raise ValueError(f"not {pattern}: {text}")
    return found


def _clean(environment):
    """Without what a proxy or somebody's shell might add."""
    return {name: value for name, value in environment.items() if name in ("PATH", "HOME", "LANG", "TMPDIR", "GEM_HOME", "RUBYLIB")}

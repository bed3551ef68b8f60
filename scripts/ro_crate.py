#!/usr/bin/env python3
"""Is a data package an RO-Crate 1.2?

    scripts/ro_crate.py <package>

Runs roc-validator with its profile of RO-Crate 1.2, without a network: all that is required, and all that is recommended but
for what only a study can know (ROR identifier, address and contact of each organisation) and what the manifest has (the files of
folders, whose number is large; the manifest's own size). The
validator fetches the JSON-LD context from w3id.org; here it gets the one of the package rocrate, that of RO-Crate 1.3. It has
every term of 1.2, and only four about workflows, which no data package uses, have another address.
"""

import sys
from importlib.resources import files
from pathlib import Path

import requests
from requests.adapters import BaseAdapter
from rocrate_validator import models, services

# Texts of what is recommended and may be missing.
MISSING = ("SHOULD have a ROR identifier", "organization SHOULD have a URL", "contactPoint SHOULD reference",
           "SHOULD list their contents via `hasPart`")
CONTEXT = "https://w3id.org/ro/crate/1.2/context"


class Stored(BaseAdapter):
    """Answers a request for the context; every other request fails."""

    def send(self, request, **_):
        response = requests.Response()
        response.request, response.url, response.status_code = request, request.url, 404
        response._content = b""
        if request.url == CONTEXT:
            response.status_code = 200
            response.headers["Content-Type"] = "application/ld+json"
            response._content = (files("rocrate") / "data" / "ro-crate.jsonld").read_bytes()
        return response

    def close(self):
        pass


def may_be(issue):
    """Whether a package may have this."""
    if issue.severity == models.Severity.REQUIRED:
        return False
    of_manifest = "`contentSize`" in issue.message and str(issue.violatingEntity).endswith("manifest.json")
    return of_manifest or any(text in issue.message for text in MISSING)


def main():
    requests.Session.get_adapter = lambda *_, **__: Stored()
    settings = services.ValidationSettings(
        rocrate_uri=Path(sys.argv[1]),
        profile_identifier="ro-crate-1.2",
        requirement_severity=models.Severity.RECOMMENDED,
        skip_availability_check=True,
        no_cache=True,
    )
    found = [issue for issue in services.validate(settings).get_issues(models.Severity.RECOMMENDED) if not may_be(issue)]
    for issue in found:
        print(f"RO-Crate: {issue.severity.name}: {issue.check.identifier} {issue.message}: {issue.violatingEntity}")
    if found:
        sys.exit(1)
    print("RO-Crate 1.2: valid")


if __name__ == "__main__":
    main()

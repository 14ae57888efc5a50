"""A missing interpreter is never passed over in silence."""

import pytest

from tests.guide import interpreters


@pytest.fixture(autouse=True)
def nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")


def test_where_it_can_be_installed_it_has_to_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match=r"php is not installed.*install-interpreters"):
        interpreters.need("php")


def test_elsewhere_it_is_reported_as_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    with pytest.raises(pytest.skip.Exception, match="php is not installed"):
        interpreters.need("php")

"""Is nothing missing from the data that the other tests take for granted: names, phrases, ids?"""

from __future__ import annotations

import pytest
from completeness import all_missing, not_everywhere


def test_nothing_is_missing_from_the_data() -> None:
    if missing := all_missing():
        pytest.fail("\n".join((*missing, "The other tests are collected again when this is mended.")), pytrace=False)


def test_what_one_language_has_and_another_has_not_is_found() -> None:
    """Or the test above could not fail."""
    assert list(not_everywhere({"en": ["a", "b"], "it": ["b", "c"]})) == [("it", "a"), ("en", "c")]

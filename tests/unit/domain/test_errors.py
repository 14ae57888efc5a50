from wasl.domain.errors import InvalidRequest


def test_the_message_is_the_first_error_and_counts_the_others() -> None:
    assert str(InvalidRequest({"a": ["One."]})) == "One."
    assert str(InvalidRequest({"a": ["One.", "Two."]})) == "One. (and 1 more error)"
    three = InvalidRequest({"a": ["One."], "b": ["Two."], "c": ["Three."]})
    assert str(three) == "One. (and 2 more errors)"

"""What is wrong with the fields of a form, in words that stand next to them."""

from wasl.dashboard.wording import PROBLEMS
from wasl.domain.errors import InputRefused

Errors = dict[str, str]


def errors_of(refused: InputRefused) -> Errors:
    return {field: PROBLEMS[problem] for field, problem in refused.problems.items()}

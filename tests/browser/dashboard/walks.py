"""Every walk through the dashboard, for whoever wants to look at all of it."""

from collections.abc import Callable, Iterator

from tests.browser.dashboard.company import Company
from tests.browser.dashboard.desk import Desk
from tests.browser.dashboard.walks_among_people import PEOPLE_WALKS
from tests.browser.dashboard.walks_through_application import APPLICATION_WALKS

# Goes on to the next page, and says what it is called.
Walk = Callable[[Desk, Company], Iterator[str]]

WALKS: tuple[Walk, ...] = (*PEOPLE_WALKS, *APPLICATION_WALKS)

from wasl.domain.delivery import DELIVERY_ALLOWED_NEXT, DeliveryStatus


def test_every_state_says_what_may_follow_and_a_success_is_final() -> None:
    assert set(DELIVERY_ALLOWED_NEXT) == set(DeliveryStatus)
    assert DELIVERY_ALLOWED_NEXT[DeliveryStatus.SUCCEEDED] == frozenset()
    assert DeliveryStatus.SUCCEEDED in DELIVERY_ALLOWED_NEXT[DeliveryStatus.FAILED]

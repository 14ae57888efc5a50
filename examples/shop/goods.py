"""What the shop sells. Prices are in thousandths of a dinar, as Wasl counts."""

from typing import NamedTuple


class Item(NamedTuple):
    price_minor: int
    ar: str
    en: str
    about_ar: str
    about_en: str

    def name(self, language: str) -> str:
        return self.ar if language == "ar" else self.en

    def about(self, language: str) -> str:
        return self.about_ar if language == "ar" else self.about_en


GOODS = {
    "dates": Item(
        18_500, "تمر دقلة نور", "Deglet Nour dates", "من واحات الجفرة، كيلو", "Jufra oases, 1 kg"
    ),
    "oil": Item(
        32_000, "زيت زيتون بكر", "Virgin olive oil", "من معاصر ترهونة، لتر", "Tarhuna, 1 litre"
    ),
    "honey": Item(
        95_000, "عسل حنّون", "Arbutus honey", "من الجبل الأخضر، نصف كيلو", "Jabal Akhdar, 500 g"
    ),
    "bowl": Item(
        45_250, "قصعة فخار", "Clay bowl", "صناعة يدوية من غريان", "Made by hand in Gharyan"
    ),
}

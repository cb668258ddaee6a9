"""Cards, seats and sides: the tables every other page of the oracle reads."""

SUITS = ["S", "H", "D", "C"]

# Runs are "counted seven up to ace"; every order here goes from low to high.
NATURAL_ORDER = ["7", "8", "9", "10", "J", "Q", "K", "A"]
PLAIN_ORDER = ["7", "8", "9", "J", "Q", "K", "10", "A"]
TRUMP_ORDER = ["7", "8", "Q", "K", "10", "A", "9", "J"]

PLAIN_VALUE = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP_VALUE = {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3, "8": 0, "7": 0}

DECK = [rank + suit for suit in SUITS for rank in PLAIN_ORDER]

SEATS = ["N", "E", "S", "W"]
SIDES = ["NS", "EW"]
OTHER = {"NS": "EW", "EW": "NS"}

SYMBOLS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def rank_of(card: str) -> str:
    """The rank of a card: `10` of `10H`."""
    return card[:-1]


def suit_of(card: str) -> str:
    """The suit of a card: `H` of `10H`."""
    return card[-1]


def tidy(text: str) -> str:
    """One card as the oracle writes it: `T♥` becomes `10H`; what is no card stays as it is."""
    for symbol, letter in SYMBOLS.items():
        text = text.replace(symbol, letter)
    if text[:1] == "T":
        text = "10" + text[1:]
    return text


def read_cards(text: str) -> list[str]:
    """The cards of a line, parted by spaces, in the order written."""
    return [tidy(word) for word in text.split()]


def write_cards(cards: list[str]) -> str:
    """The cards of a set as one line, sorted by suit and then by rank."""
    return " ".join(card for card in DECK if card in cards)


def side_of(seat: str) -> str:
    """The side a seat plays for."""
    return "NS" if seat in "NS" else "EW"


def order_from(direction: str, seat: str, seats: int = 4) -> list[str]:
    """The seats in the direction of play, the given one first; where two play they are N and E."""
    table = SEATS[:seats]
    if direction == "counterclockwise":
        table = table[::-1]
    start = table.index(seat)
    return table[start:] + table[:start]


def after(direction: str, seat: str, seats: int = 4) -> str:
    """The seat that has its turn after this one."""
    return order_from(direction, seat, seats)[1]

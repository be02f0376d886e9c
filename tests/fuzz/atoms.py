"""What hostile texts are made of: the words and signs that the readers know, and letters that are odd."""

_DATES = """1800 45 5 173- 17?? 1904-05 1/25/1827 1985-04-12 18th 1880s XVI XVIe c. ca circa century Jh. siècle siglo BC
AD AH B.C. A.D. early mid late half Hälfte before after until to printed designed cast Edo period Dynasty June 's s
20,000 born b. d. died died-1900 active fl. start=1800; end=1900 start= start=0000 Acquisition: Date(s): ±1800 -1800
1800-1850 (1800-1850) (1800 1968- [1907, dated Meiji 2. 3/4 1800/ 99999999999999999999""".split()
_NAMES = """John Smith SMITH; Smith, and & und et or of van von de la Jr. junior J. J.M.W. Sir Mrs. Dr. Master
attributed circle after workshop school copy by designed-by Artist: Maker: artist: Publisher:
Painter: photographer Unknown unknown Anonymous Museum Library Company Co. Ltd. Bros. & Sons
Rembrandt Hokusai Katsushika Li Pablo Monet II IV the elder American British Kuba people artist
artists maker Portrait portrait self-portrait sitter painted photograph O'Neill d'Artagnan Jean-Luc
Müller-Schmidt""".split()
_PLACES = """London Paris Rome, Italy Springfield Cambridge, Massachusetts England near in at St. U.S.A. N.Y. Street
River county Province India paper ink Leeds, the""".split()
_EVENTS = """battle of war World War II exhibition fishing bathing walking sailing was is painted-by wedding day Night
seated running looked won't can't cannot e.g. i.e. http://x.y www.a a@b.c 5th 12:30 non- e-mail""".split()
_SIGNS = """( ) [ ] { } < > " ' “ ” ‘ ’ « » , ; : . .. ... - -- – — / // \\ | _ * † ? ! # ~ = + & @ % ^ ` ´ . . , ,
(( )) () [] ([ "" '' ;; :: .; ,; -( )- (? ?) [?] a.b. a: a; a, A. A.- x' 'x 'x' "x" (a) (a (b) [a] /a a/ |""".split()
_ODD = [
    "\u0301", "e\u0301", "\u0301\u0301", "\u200b", "\u200d", "\u200f", "\u202e", "\ufeff", "\u00ad", "\u00a0",
    "\u3000", "\u2028", "İ", "ı", "ß", "ﬁ", "ﬃ", "Æ", "ø", "½", "²", "Ⅷ", "٣", "１８００", "中国", "葛飾北斎", "清",
    "שלום", "مصر", "हिन्दी", "Ω", "Владимир", "ʼ", "😀", "👨‍👩‍👧", "🇫🇷", "𝔄", "\U0010ffff", "\ufdfa", "\u1e9e",
    "\x00", "\x1b", "\t", "\n", "\r\n", "a" * 40, "A" * 40, "1" * 40, "ab" * 600, "x-" * 20, "x." * 20, "\ud800",
    "\u0345", "\u1fb3", "\u0130\u0307", "\u0390", "\u034f", "\u05b0", "\u064b",
]  # fmt: skip
_WORDS = [
    "a",
    "A",
    "I",
    "the",
    "of",
    "Red",
    "Vase with flowers",
    "oil on canvas",
    "View of",
    "a man",
    "women",
    "x",
    " ",
]
YEAR, NAME = "\ue000", "\ue001"
"""Signs for private use: each time a case repeats them they are another year, another name."""
ATOMS = (*_DATES, *_NAMES, *_PLACES, *_EVENTS, *_SIGNS, *_ODD, *_WORDS)

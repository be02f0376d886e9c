"""The words a date is written with: English, German, French, Dutch, Spanish, Italian; Swedish, Polish, Portuguese,
Romanian and Latin; `further_words` has other languages.

One table per kind of word; entries are separated by `|`, may be several words, and are compared without case,
accents and full stops. A last line per table, where there is one, holds slips that catalogues really have.
"""

from typed_sts.reading.dates.numerals import Part

CIRCA = """
c|ca|cca|circa|circ|ci|about|abt|around|approximately|approx|roughly|estimated
um|etwa|ungefähr|gegen|zirka|rund um
vers|environ|env|autour de|aux environs de
omstreeks|rond|ongeveer|omstr
hacia|alrededor de|aproximadamente|en torno a
cerca|verso|intorno al|attorno al|all'incirca
abour|abdout|aobut
omkring|cirka|kring|ungefär
około|ok
por volta de|cerca de
aproximativ|în jurul|în jur de|circiter
"""
UNSURE = """
probably|possibly|perhaps|likely|prob|poss|maybe|presumably|attributed to|uncertain
wahrscheinlich|vermutlich|wohl|möglicherweise|vielleicht
probablement|peut-être|sans doute
waarschijnlijk|vermoedelijk|mogelijk|wellicht
probablemente|posiblemente|quizás|quizá|tal vez
probabilmente|forse|possibilmente
troligen|sannolikt|möjligen|kanske
prawdopodobnie|być może|zapewne
provavelmente|possivelmente|talvez
probabil|posibil|fortasse
"""
BEFORE = """
before|pre|by|prior to|prior|not after|no later than|not later than|ante|earlier than|at latest
vor|nicht nach|spätestens
avant|au plus tard|pas après
voor|vóór|uiterlijk|niet na
antes de|antes del|a más tardar|anterior a
prima del|prima di|ante|non oltre il|entro il
före|innan|senast
przed|nie później niż
înainte de|inainte de|cel târziu
"""
AFTER = """
after|post|not before|no earlier than|not earlier than|since|later than|onwards from
nach|nicht vor|ab|seit|frühestens
après|pas avant|depuis|à partir de|au plus tôt
na|niet voor|vanaf|sinds
después de|después del|desde|a partir de|posterior a
dopo il|dopo|a partire dal|non prima del
efter|tidigast
po|nie wcześniej niż
depois de|após
după
"""
UNTIL = "until|till|up to|to|through|thru|bis|jusqu'à|jusqu'en|à|au|tot|t/m|hasta|al|a|fino al|bis zum|to about|into"
UNTIL += "|till och med|fram till|até|até ao|até o|până la|până în|usque ad"
OR_LATER = """
or later|or after|and later|and after|or thereafter|onwards|onward|and onwards
oder später|oder nach|und später|ou plus tard|ou après|et après|of later|en later|o posterior|o después|o dopo
o posteriore
eller senare|och senare|lub później|i później|ou depois|ou posterior|sau mai târziu
"""
OR_EARLIER = """
or earlier|or before|and earlier|and before
oder früher|oder vor|ou plus tôt|ou avant|of eerder|o anterior|o antes|o prima|o anteriore
eller tidigare|lub wcześniej|ou anterior|ou antes|sau mai devreme
"""
OR = "or|oder|ou|of|o|either|eller|lub|albo|sau|vel"
AND = "and|&|und|et|en|y|e|sowie|och|samt|oraz|și|si|atque"
CENTURY = """
century|centuries|cent|c|cen|centu|centur|cents|entury|centrury|centuy
jahrhundert|jahrhunderts|jh|jhs|jhd|jhdt|jahrh|jht
siècle|siècles|s
eeuw|eeuws|eeuwen
siglo|siglos
secolo|secoli|sec|saec|saeculum
sekel|seklet|århundrade|århundradet
wiek|wieku|wieki|wieków
século|séculos|séc|sécs
secol|secolul|secolului|secole|secolele|saeculo|saeculi|saecula
"""
MILLENNIUM = """
millennium|millennia|millenium|mill|jahrtausend|jahrtausends|jt|jts|millénaire|millénaires|millennio|milenio|millennii
årtusende|årtusendet|tysiąclecie|tysiąclecia|tysiącleciu|milénio|milênio|mileniu|mileniul|mileniului
"""
DECADE = """
jahre|jahren|years
décennie|années|annees
jaren
década de los|década de|década|décadas|años|decenio
anni|decennio
decade
década dos anos|anos|década dos
anii|deceniul
"""
NAMED_DECADES = {
    1920: "twenties|zwanziger|roaring twenties|années folles",
    1930: "thirties|dreißiger",
    1940: "forties|vierziger",
    1950: "fifties|fünfziger",
    1960: "sixties|sechziger",
    1970: "seventies|siebziger",
    1980: "eighties|achtziger",
    1990: "nineties|neunziger",
}
FRACTIONS = {
    2: "half|halves|hälfte|moitié|helft|mitad|metà|hälften|halvan|połowa|połowy|połowie|poł|metade|jumătate|jumătatea",
    3: "third|thirds|drittel|tiers|derde deel|tercio|terzo|tredjedel|tredjedelen|terço|treime|treimea",
    4: "quarter|quarters|qtr|viertel|quart|kwart|cuarto|quarto|fjärdedel|fjärdedelen|ćwierć|ćwierci|ćw|quartel|sfert",
    10: "decade|jahrzehnt|décennie|decennium|década|decennio|decenniet|årtiondet|dekada|dekady|deceniu",
}
LAST = "last|final|latter|later|letzte|letztes|letzter|letzten|dernier|dernière|laatste|último|última|ultimo|ultima"
LAST += "|sista|ostatnia|ostatniej|ostatni|ostatnie|ultimul|ultimei"
PARTS: dict[Part, str] = {
    (1, 3): """
early|beginning of|beginning|start of|earlier
anfang|beginn|frühes|früh|frühe|frühen|begin|vroege|vroeg|begin van
début|début du|commencement
principios|comienzos|inicios|inizio|inizi|principio|primi|early in
början|början av|tidigt|tidiga|tidig
początek|początku|początki|pocz
início|inícios|começo|começos|princípio|princípios|início do
început|începutul|începutului|ineunte|initio
ealy|darly|leary|eary|erly
""",
    (2, 3): """
mid|middle|middle of|mid of|mids
mitte|milieu|midden|halverwege|medio
mediados|metà|mitad|metà del
mitten|mitten av|połowa|połowie|połowy
meados|mijlocul|mijlocului
""",
    (3, 3): """
late|later|end of|end|l|ending
ende|spätes|spät|späte|späten|ausgehendes
fin|fin du
eind|einde|late|laat
finales|fines|final|fine|tardo|fine del
slutet|slutet av
koniec|końca|końcu|końcówka|schyłek|schyłku
finais|fim|fins|sfârșit|sfârșitul|sfârșitului|exeunte
""",
    (0, 10): "turn of|turn|jahrhundertwende zum|wende zum|tournant du",
    (1, 2): "1h",
    (2, 2): "2h",
}
GLUE = """
the|of|in|from|de|du|des|d|del|dell|della|dello|la|le|les|l|el|los|las|il|lo|gli|i|der|die|das|den|dem|des|van
het|im|in den|dal|von|vom|between|entre|tra|zwischen|tussen|dalla|du la|nel|nell|en|year|years|yr|the year|jahr
anno|año|an|année|jaar|date|s
av|från|år|året
z|ze|w|we|r|rok|roku
do|da|dos|das|no|nos|ano
din|în|anul|anului|annum
"""
MONTHS = """
january|jan|januar|jänner|janvier|januari|enero|gennaio
february|feb|februar|février|februari|febrero|febbraio|feburary|febuary
march|mar|märz|mars|maart|marzo
april|apr|avril|abril|aprile|apri
may|mai|mei|mayo|maggio
june|jun|juni|juin|junio|giugno
july|jul|juli|juillet|julio|luglio
august|aug|août|augustus|agosto|augu
september|sep|sept|septembre|septiembre|settembre|septemb
october|oct|oktober|octobre|octubre|ottobre|okt
november|nov|novembre|noviembre
december|dec|dezember|décembre|diciembre|dicembre|dez
spring|summer|autumn|fall|winter|easter|christmas
frühling|frühjahr|sommer|herbst
printemps|été|automne|hiver
lente|voorjaar|zomer|herfst|najaar
primavera|verano|otoño|invierno
estate|autunno|inverno
maj|augusti|vår|våren|sommar|sommaren|höst|hösten|vinter|vintern
styczeń|stycznia|luty|lutego|marzec|marca|kwiecień|kwietnia|maja|czerwiec|czerwca|lipiec|lipca|sierpień|sierpnia
wrzesień|września|październik|października|listopad|listopada|grudzień|grudnia|wiosna|lato|jesień|zima
janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|verão|outono
ianuarie|februarie|martie|aprilie|iunie|iulie|septembrie|octombrie|noiembrie|decembrie
januarii|ianuarii|februarii|martii|aprilis|maii|junii|iunii|julii|iulii|septembris|octobris|novembris|decembris
"""
WEEKDAYS = "monday|tuesday|wednesday|thursday|friday|saturday|sunday|evening|morning|afternoon"
MONTH_WORD = "month|lunar month|intercalary month|months|day|monat|mois|maand|mes|mese|lunar|intercalary"
NUMBERING = """
nr|no|num|number|inv|cat|vol|volume|page|pp|fig|figure|sheet|jahrgang|jahrgun|jahrgung|lot|opus|op|serial|model no
nummer|numéro|número|numero|size|aged|age|height|width|cm|mm|inches|ed of|edition of|copy|pl
"""
BORN = """
born|b|né|née|geb|geboren|nacido|nacida|nato|nata|died|d|gest|gestorben|mort|morte|overleden|muerto|morto|death
birth|lived|life dates|alive
född|föddes|död|avliden|urodzony|urodzona|zm|zmarł|zmarła|nascido|nascida|falecido|falecida|născut|născută|decedat|natus
obiit
"""
PERIOD_WORDS = """
period|periods|dynasty|dynasties|era|reign|reigns|age|style|culture|times|mark|reign period|perio|dyansties|per
zeit|zeitalter|periode|ära|epoche|kultur|dynastie|dynastien
période|époque|ère|règne|dynasties|règne de|époque de
tijd|tijdperk|período|periodo|época|epoca|dinastía|dinastia|reinado|regno|era di
reign of|the reign of|mark and period|school|regierung
tid|tiden|epok|epoken|okres|okresu|epoka|epoki|perioada|perioadei|epocii|aetas
"""
DYNASTY = "dynasty|dynasties|dynastie|dynastien|dinastía|dinastia|dyn|dynast"
PRESENT = "present|today|now|heute|aujourd'hui|heden|hoy|oggi|ongoing|date"

CONCEIVED = """
designed|design|conceived|conception|modeled|modelled|model|original|drawn|negative|plate|block|composed|project
invented|model from
project date|originally|entworfen|entwurf|conçu|ontworpen|ontwerp|diseñado|progettato|disegnato|commissioned
created|first published
first printed|plaster|patented|taken|photographed|written|pattern introduced|introduced|shot
"""
MADE = """
made|produced|manufactured|executed|constructed|built|painted|woven|carved|engraved|etched|assembled|fabricated
collected
hergestellt|gemacht|ausgeführt|fait|exécuté|réalisé|gemaakt|vervaardigd|hecho|realizado|ejecutado|fatto|eseguito
realizzato|active|fl|flourished
this|version|this version|drawing|this drawing|fired|minted|struck|installed
målad|målat|tillverkad|tillverkat|utförd|utfört|namalowany|namalowana|wykonany|wykonana|wykonane|wykonano
feito|pintado|produzido|executado|realizat|executat|pictat|fecit|pinxit|gemalt|geschilderd|peint|dipinto
"""
BEGUN = "begun|started|commenced|begonnen|commencé|aangevangen|comenzado|iniciado|iniziato"
ENDED = "completed|finished|vollendet|fertiggestellt|beendet|achevé|terminé|voltooid|terminado|acabado|finito|terminato"
FOLLOWED = """
exhibited|exh|printed|print|reprinted|reprint|published|pub|publ|cast|casting|casted|recast|restored|reworked
restruck|edition|ed|editions|impression
replica|remade|reconstructed|reconstruction|reassembled|re-assembled|rebuilt|enlarged|refabricated|re-fabricated
re-fired|refired|repaired
altered|decorated|inscribed|annotated|retouched|revised|redesigned|retailored|re-edited|posthumous|posthumously
posthumous cast|reproduced
reissued|mounted|mount|mounts|with|patches|with additions|additions|later dated|dated|datiert|daté|gedateerd
fechado|datato|made into|adapted|design adapted|memorial edition|in the style of
after a design of|after an original of|backing|backing fabric|edging|decoration|poem|restoration|facsimile|copy
exhibition copy|later impression
patent|design patent|edition published|editioned replica|partly remade|likely produced|probably printed
printed and published|reworked and exhibited|posthumous edition
acquired|given|presented|donated|bequeathed|purchased|copyright|copyrighted|frame|framed|reused|converted
repainted|overpainted|rebound|binding
gedruckt|gegossen|veröffentlicht|ausgestellt|erschienen|restauriert|nachdruck|guss|abzug|druck|auflage
imprimé|publié|tirage|fonte|fondu|exposé|restauré|édité|édition|gedrukt|gegoten|uitgegeven|tentoongesteld|druk|afdruk
impreso|publicado|fundido|expuesto|restaurado|edición|stampato|pubblicato|fuso|esposto|restaurato|edizione|tiratura
pubished|publsihed|puoblished|publised|reprnted|printd|illustrated|upholstery|uph|released|signed|cut|trimmed
tryckt|utgiven|publicerad|restaurerad|drukowany|wydany|wydana|wydano|impresso|publicada|tipărit|publicat|restaurat
"""
"""`signed`, `inscribed` and the like date something added to the item, not its making, when there is another date."""

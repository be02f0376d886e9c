"""The words a date is written with in further languages of Europe, in tables of the same kinds as in `words`.

A row is a language or two that are close: Russian, Ukrainian, Bulgarian with Macedonian and Serbian; Czech, Slovak,
Slovene, Croatian; Hungarian, Finnish, Estonian, Latvian, Lithuanian; Greek; Danish with Norwegian; Catalan; and what
else is there (Turkish, Icelandic, Irish, Welsh, Basque, Albanian). Where a word means something else in a language of
`words`, that meaning counts.
"""

from typed_sts.reading.dates.numerals import Part

CIRCA = """
около|ок|приблизительно|примерно
близько|бл|приблизно|біля
око|околу|към|прибл
asi|kolem|okolo|kol|přibližně|zhruba|približne
okoli|oko|približno|otprilike
körül|körüli|kb|mintegy
noin|suunnilleen|umbes
ap|apmēram|aptuveni|apie|maždaug
περίπου|περ|γύρω στο|γύρω στα|γύρω
rundt|omtrent
cap a|al voltant de|al voltant del|aproximadament
yaklaşık|civarı|timpeall|tua|inguru|inguruan|rreth
"""
UNSURE = """
вероятно|возможно|предположительно|ймовірно|імовірно|можливо
pravděpodobně|snad|možná|pravdepodobne|verjetno|morda|vjerojatno|možda
valószínűleg|talán|todennäköisesti|mahdollisesti|ehkä|tõenäoliselt|arvatavasti|iespējams|galbūt|tikriausiai
πιθανώς|πιθανόν|ίσως
sandsynligvis|formentlig|måske|sannsynligvis|trolig|kanskje|antagelig|possiblement
"""
BEFORE = """
раньше|ранее|не позднее|не позже|перед
раніше|не пізніше
преди|пре|прије|пред
před|nejpozději|pred|najneskôr
najkasneje|prije|najkasnije
előtt|legkésőbb
ennen|viimeistään|enne|hiljemalt
pirms|prieš
πριν από το|πριν το|πριν|προ του
før
abans de|abans del|abans
öncesi|önce|fyrir|cyn|roimh|baino lehen
"""
AFTER = """
после|не ранее|не раньше
після|не раніше
след|након|послије
nejdříve|najskôr|od
nakon|poslije
után|legkorábban
jälkeen|aikaisintaan|pärast
pēc
μετά από το|μετά το|μετά
etter|tidligst
després de|després del|després
sonrası|sonra|eftir|ar ôl|tar éis|ondoren
"""
UNTIL = "до|по|až do|až po|až|kuni|līdz|iki|asti|saakka|έως|ως|μέχρι|til|indtil|fins a|fins al"
OR = "или|або|чи|nebo|anebo|či|alebo|ali|ili|vagy|tai|või|vai|arba|ή|veya"
AND = "и|і|та|és|ja|un|ir|και|og|ve"
CENTURY = """
век|века|веке|веков|веках|веку|вв|столетие|столетия|столетии|столетий
століття|столітті|столітть|ст
векове|вијек|вијека|столеће|vek|veka|vijek|vijeka
století|storočie|storočia|storočí
stoletje|stoletja|stoletju|stoljeće|stoljeća|stoljeću|stolj
század|századi|századból|században|századok
vuosisata|vuosisadan|vuosisadalla|sajand|sajandi|sajandil|sajandist|saj
gadsimts|gadsimta|gadsimtā|gadsimti|amžius|amžiaus|amžiuje|amž
αιώνας|αιώνα|αιώνες|αιώνων|αιώνος|αι
århundrede|århundredes|århundreder|århundre|århundret|hundreår|årh
segle|segles
yüzyıl|yüzyılın|yüzyılda|yy|aldar|haois|aois|ganrif|canrif|mendea|mende|mendearen|shekulli|shekullit|shek|joerhonnert
"""
AFTER_ORDINALS = "в|v|a|st|w|s|gs|sz|stol|stor"
"""Short for a century behind its number ("XIX в.", "XIX a.", "19. stol.") and something else anywhere else."""
PARTS_OF_SPANS = "sen|sent|slut|mitt"
"""Parts beside a decade or hundred with an ending ("sent 1800-tal"), and something else anywhere else."""
MILLENNIUM = """
тысячелетие|тысячелетия|тысячелетии|тыс|тисячоліття|хилядолетие|хилядолетия
tisíciletí|tisícročie|tisícročia|tisočletje|tisočletja|tisućljeće|tisućljeća
évezred|vuosituhat|vuosituhannen|aastatuhat|aastatuhande|tūkstantmetis
χιλιετία|χιλιετίας|årtusinde|årtusen
"""
DECADE = """
годы|годов|годах|годам|роки|років|роках|години|годините
lata|latach|lat
léta|letech|roky|rokov|rokoch|leta|letih
évek|évei|években|évekből|éveiben
aastad|aastate|aastatel|gadi|gados
δεκαετία του|δεκαετία|δεκαετίας του|δεκαετίας|δεκ
årene|åra|tiåret
dècada de|dècada dels|dècada|anys
yıllar|yılları
"""
DECADE_ENDINGS = """
s|е|х|ые|ых|те|ті|тих|их|тите|te|ih|tih|er|ern|ers|erne|ernes|ndad|ndate|ndatel|ndatest|årene|åren|åra|åras|as|es|os
lar|ler|lı|li|ların|lerin
"""
"""At a round year, with or without a dash or an apostrophe: 1860s, 1860er, 1860-е, 1860'erne, 1860-as."""
CENTURY_ENDINGS = """
tal|talet|talets|tals|tallet|tallets|luku|luvun|luvulla|luvulta|luvut|luvulle|lukua|lukujen
"""
"""Likewise, and the century where the year is that of a hundred: 1700-talet is the century, 1720-talet a decade."""
YEAR_ENDINGS = "и|ий|ый|го|му|м|та|ша|га|я|ая|ои|а|ма|ra|ia|os|as|es|ban|ben|ból|ből"
"""At a number behind a dash: the 19-й of something, or the year 1852-й."""
YEAR_WORDS = "г|год|года|году|р|рік|року|році|година|године|rok|roku|roce|godine|godina|leta|gada|aasta|m"
"""Behind a number: it is a year, and "the end of" it no part of its hundred."""
FRACTIONS = {
    2: """
половина|половины|половине|половину|пол|половини|половината
polovina|poloviny|polovině|polovinu|pol|půle|polovica|polovice|polovici
fele|felében|feléből|puolisko|puoliskon|puoliskolla|pool|poole|poolel|puse|puses|pusē|pusė|pusės|pusėje
μισό|μισού|ήμισυ|halvdel|halvdelen|hälft|meitat|yarısı|hanner
""",
    3: "треть|трети|третина|třetina|třetiny|tretina|tretjina|trećina|harmada|kolmannes|kolmandik|trečdalis|terç",
    4: """
четверть|четверти|чверть|чверті|четвърт|четвъртина
čtvrtina|čtvrtiny|čtvrtině|čtvrť|štvrtina|štvrtiny|četrtina|četrtine|četrtini|četvrtina|četvrtine|četvrt
negyede|negyed|negyedében|neljännes|neljänneksen|veerand|veerandi|ceturksnis|ceturkšņa|ketvirtis|ketvirčio|ketv
τέταρτο|τετάρτου|fjerdedel|kvart|kvartal|çeyreği
""",
    10: "dešimtmetis|dešimtmečio|deš|desetletje|desetljeće|desetiletí|desaťročie|десятилетие|десятилетия|десятиліття",
}
LAST = """
последняя|последней|посл|остання|останньої|последна|последната
poslední|posledná|poslednej|zadnja|zadnje|posljednja|posljednje
utolsó|viimeinen|viimeisen|viimane|viimase|pēdējais|pēdējā|paskutinis|paskutinio
τελευταίο|τελευταίου|sidste|siste|darrer|darrera|últim|senare
"""
ORDINALS = {
    1: """
первый|первая|первое|первой|первого|перша|першої|перший|първа|първата|прва|прве
první|prvá|prvej|prva|prve|prvi|első|ensimmäinen|ensimmäisen|esimene|esimese|pirmā|pirmais|pirmoji|pirmasis|pirma
πρώτο|πρώτου|første|primera
""",
    2: """
второй|вторая|второе|второго|друга|другої|другий|втора|втората|друге
druhá|druhé|druhej|druga|druge|második|toinen|toisen|teine|teise|otrā|otrais|antroji|antrasis|antra
δεύτερο|δευτέρου|anden|andre|annen|segon|segona
""",
    3: """
третий|третья|третьей|третя|третьої|трета|трећа
třetí|tretia|tretej|tretja|treća|harmadik|kolmas|kolmannen|trešais|trečiasis|τρίτο|τρίτου|tercera
""",
    4: """
четвертый|четвертая|четвертой|четверта|четвъртата
čtvrtá|štvrtá|četrta|četvrta|negyedik|neljäs|neljas|ceturtais|ketvirtasis
""",
}
PARTS: dict[Part, str] = {
    (1, 3): """
начало|начала|начале|нач|початок|початку|поч|началото|почетак|почетком|почетка|почетокот
začátek|začátku|počátek|počátku|poč|zač|začiatok|začiatku|začetek|začetku|početak|početka|početkom
eleje|elején|elejéről|alku|alun|alussa|algus|alguse|algul|algusest
sākums|sākuma|sākumā|pradžia|pradžios|pradžioje
αρχές|αρχή|αρχών
begyndelsen af|begyndelsen|begynnelsen av|begynnelsen|tidlig|tidligt
principis|començament|començaments|inicis|înc
başı|başları|byrjun|tús|dechrau|hasiera|fillimi
""",
    (2, 3): """
середина|середины|середине|сер|середини|средата|средина|средином|средине
polovina|poloviny|polovině|pol|polovica|polovice|sredina|sredini|sredinom|sredine
közepe|közepén|közepéről|puoliväli|puolivälin|puolivälissä|keskpaik|keskpaiga
vidus|vidū|vidurys|vidurio|viduryje|vid
μέσα|μέσο|μέσων
midten af|midten av|midten|midt|mitt
mitjan|mitjans
ortası|ortaları|canol|erdialdea
""",
    (1, 2): "α' μισό|α μισό|alkupuoli|alkupuolen|alkupuolella",
    (2, 2): "β' μισό|β μισό|loppupuoli|loppupuolen|loppupuolella",
    (3, 3): """
конец|конца|конце|кон|кінець|кінця|кінці|край|края|крај|краја|крајем
konec|konce|koncem|konca|koncom|kraj|kraja|krajem
vége|végén|végéről|loppu|lopun|lopussa|lõpp|lõpu|lõpul|lõpus|lõpust
beigas|beigu|beigās|pabaiga|pabaigos|pabaigoje|pab
τέλη|τέλος|τελών
slutningen af|slutningen|slutten av|slutten|sen|sent|slut
finals|fi del
sonu|sonları|deireadh|diwedd|amaiera|fundi
""",
}
GLUE = """
г|гг|год|года|году|в|на|из|от|с|между|р|рр|рік|року|році|у|між|през|година|године|год|између
mezi|medzi|ze|roce|rokem|rokom|leto|godina|godine|god|između|iz
között|közt|év|évi|évben|évből|vuosi|vuonna|vuoden|vuodelta|välillä|aasta|aastal|aastast|vahel
gads|gada|gadā|gadu|starp|metai|metų|tarp
του|των|στο|στα|μεταξύ|έτος|έτους|το|τα|από
mellem|mellom|fra|af|any|dels|th|arası|arasında
"""
MONTHS = """
январь|января|февраль|февраля|март|марта|апрель|апреля|май|мая|июнь|июня|июль|июля|август|августа|сентябрь|сентября
октябрь|октября|ноябрь|ноября|декабрь|декабря|весна|лето|осень|зима
січень|січня|лютий|лютого|березень|березня|квітень|квітня|травень|травня|червень|червня|липень|липня|серпень|серпня
вересень|вересня|жовтень|жовтня|листопад|листопада|грудень|грудня
януари|февруари|април|юни|юли|септември|октомври|ноември|декември|јануар|фебруар|мај|јун|јул|септембар|децембар
leden|ledna|únor|února|březen|března|duben|dubna|květen|května|červen|června|červenec|července|srpen|srpna|září
říjen|října|listopadu|prosinec|prosince|január|februára|apríla|máj|mája|jún|júna|júla|augusta|októbra|novembra
siječanj|siječnja|veljača|veljače|ožujak|ožujka|travanj|travnja|svibanj|svibnja|lipanj|lipnja|srpanj|srpnja|kolovoz
kolovoza|rujan|rujna|studeni|studenoga|studenog|prosinac|prosinca|januarja|februarja|junij|julij|avgust|oktobra
február|március|április|május|június|július|augusztus|szeptember|október|tavasz|nyár|ősz|tél
tammikuu|tammikuuta|helmikuu|maaliskuu|huhtikuu|toukokuu|kesäkuu|heinäkuu|elokuu|syyskuu|lokakuu|marraskuu|joulukuu
tammikuussa|helmikuussa|maaliskuussa|huhtikuussa|toukokuussa|kesäkuussa|heinäkuussa|elokuussa|syyskuussa|lokakuussa
jaanuar|veebruar|märts|aprill|juuni|juuli|oktoober|detsember|janvāris|februāris|marts|aprīlis|maijs|jūnijs|jūlijs
augusts|septembris|oktobris|novembris|decembris|sausis|vasaris|kovas|balandis|gegužė|birželis|liepa|rugpjūtis|rugsėjis
spalis|lapkritis|gruodis|sausio|vasario|kovo|balandžio|gegužės|birželio|liepos|rugpjūčio|rugsėjo|spalio|lapkričio
Ιανουάριος|Ιανουαρίου|Φεβρουάριος|Φεβρουαρίου|Μάρτιος|Μαρτίου|Απρίλιος|Απριλίου|Μάιος|Μαΐου|Ιούνιος|Ιουνίου
Ιούλιος|Ιουλίου|Αύγουστος|Αυγούστου|Σεπτέμβριος|Σεπτεμβρίου|Οκτώβριος|Οκτωβρίου|Νοέμβριος|Νοεμβρίου|Δεκεμβρίου
desember|gener|febrer|març|maig|juny|juliol|agost|setembre|desembre|ocak|şubat|nisan|mayıs|haziran|temmuz|ağustos
eylül|ekim|kasım|aralık|abr|ene|dic
"""
BORN = """
родился|родилась|умер|умерла|народився|народилася|помер|роден|рођен
narozen|narozena|nar|zemřel|zemřela|narodený|rođen|umro|született|szül|meghalt|syntynyt|kuollut|sündinud|surnud
dzimis|dzimusi|miris|gimė|mirė|γεννήθηκε|πέθανε|født|nascut|nascuda
"""
DYNASTY = "династия|династии|династий|династія|dynastia|dynastii|dinastija|dinasztia|δυναστεία"
FOLLOWED = """
печать|отпечаток|отпечатано|отливка|отлито|переписан|переписана|издание|издано|переиздание|реставрация|реставрирован
přetisk|odlitek|restaurováno|restaurovaný|újranyomás|uusintapainos|kordustrükk|ανατύπωση|genoptryk|opptrykk|reimpressió
"""
"""What is done to an item later."""
BC = """
до н э|до до н э|до нашей эры|до р х|до рождества христова|до н е|до нашої ери|пр хр|пр н е|преди христа|п н е|пре н е
př n l|př kr|před kristem|pred n l|pred kr|pred kristom|pr n št|pr kr|pr n e|prije krista
kr e|krisztus előtt|ekr|eaa|e m a|p m ē|pirms mūsu ēras|π χ|fvt|f v t|abans de crist|milattan önce
"""
AD = """
н э|нашей эры|от р х|н е|нашої ери|сл хр|след христа|n l|po kr|našeho letopočtu|n št|kr u|i sz|jkr|jaa|pkr|m a j
m ē|μ χ|evt|e v t|després de crist|milattan sonra
"""

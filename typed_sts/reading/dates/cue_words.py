"""Words beside a date in a text that tell what it dates: labels, making, kinds of objects, the history of the subject.

English, German, French, Dutch, Spanish, Italian, Portuguese, Swedish, Polish, Romanian, Latin. Words are compared in
lower case, accents and all ("daté" is no "date"); one that ends in * stands for all that begin with it. Words of two
uses are left out of `MAKING` ("executed in 1793" is said of people, "completed" of bridges): a date that may be the
subject's is not given as the item's.
"""

import unicodedata


def plain(word: str) -> str:
    """Return a word as the tables have it."""
    return unicodedata.normalize("NFC", word).lower().replace("’", "'")


class WordTable:
    """Words and beginnings of words."""

    def __init__(self, table: str) -> None:
        entries = [plain(word) for word in table.split()]
        self.whole = frozenset(entry for entry in entries if not entry.endswith("*"))
        self.beginnings = tuple(entry[:-1] for entry in entries if entry.endswith("*"))

    def __contains__(self, word: str) -> bool:
        return word in self.whole or word.startswith(self.beginnings)


LABELS = (
    "date|dates|date made|date created|date of creation|creation date|date of production|production date|date of work"
    "|date of publication|publication date|dating|dated|year|year made|year of production|period|time period|century"
    "|date of issue|date range|object date|made"
    "|datierung|datiert|datum|entstehungszeit|entstehungsjahr|entstehungsdatum|entstanden|herstellungsdatum"
    "|herstellungszeit|herstellungsjahr|aufnahmedatum|aufnahmejahr|aufnahmezeit|erscheinungsjahr|jahr|zeit|zeitstellung"
    "|zeitraum|epoche|jahrhundert|entwurfsdatum"
    "|date de création|date de la création|date de fabrication|date d'exécution|date de réalisation|date de production"
    "|date de publication|date d'édition|date de prise de vue|datation|époque|période|siècle|année"
    "|datering|datumlabel|vervaardigingsdatum|vervaardiging datum|productiedatum|vervaardigd|jaar|jaartal|periode|tijd"
    "|eeuw|datum vervaardiging|opnamedatum|datum opname"
    "|fecha|fecha de creación|fecha de realización|fecha de ejecución|fecha de producción|fecha de publicación|datación"
    "|cronología|época|período|periodo|año|siglo"
    "|data|data di creazione|data di realizzazione|data di esecuzione|datazione|cronologia|epoca|anno|secolo"
    "|anno di edizione"
    "|data de criação|data de produção|data de execução|data de fabricação|data de publicação|datação|cronología|ano"
    "|século|data da obra"
    "|tillverkningsår|tillverkningstid|tillverkad|datum för tillverkning|år|årtal|tid|fotograferingsår|tryckår|daterad"
    "|datowanie|data powstania|czas powstania|data wykonania|czas wykonania|data wydania|rok|rok powstania|okres|wiek"
    "|datare|datarea|data creării|perioada|anul|secolul|epocă"
    "|aetas|annus|tempus|saeculum"
)
"""Before a colon; with "(s)" or without."""

MAKING = WordTable(
    """
    painted drawn printed engraved etched photographed made produced manufactured created woven carved cast modelled
    modeled sculpted written composed published issued taken minted lithographed embroidered sewn knitted dated
    inscribed reproduced copied filmed recorded
    gemalt gemalte* gezeichnet gezeichnete* gedruckt gedruckte* gestochen radiert fotografiert photographiert
    aufgenommen hergestellt gefertigt angefertigt entstanden entstand geschaffen geschnitzt gegossen gewebt gestickt
    bestickt geschrieben verfasst verfaßt veröffentlicht veröffentlichte* erschienen erschien herausgegeben datiert
    datierte* geprägt modelliert lithographiert gefilmt
    peint peinte peints peintes dessiné* gravé* imprimé* photographié* réalisé* fabriqué* sculpté* tissé* brodé*
    écrit
    écrite écrits écrites rédigé* publié* édité* paru parue parus parues daté datée datés datées frappé*
    lithographié*
    geschilderd geschilderde getekend getekende gedrukt gedrukte gegraveerd* geëtst gefotografeerd* vervaardigd*
    gemaakt gemaakte gegoten geweven geborduurd* geschreven uitgegeven verschenen gepubliceerd* gedateerd* ontstaan
    pintado pintada pintados pintadas dibujad* impreso impresa impresos impresas fotografiad* fabricad* hecho hecha
    hechos hechas esculpid* tejid* bordad* escrito escrita escritos escritas publicad* editad* fechad* datad*
    elaborad*
    acuñad*
    dipinto dipinta dipinti dipinte disegnat* stampat* inciso incisa incisi incise fotografat* realizzat* eseguit*
    fabbricat* scolpit* tessut* ricamat* scritto scritta scritti scritte pubblicat* datato datata datati datate
    coniat*
    desenhad* impresso impressa impressos impressas fotografad* feito feita feitos feitas produzid* confeccionad*
    confecionad* tecid* cunhad*
    målad målat målade målades målning tecknad tecknat tecknades tryckt trycktes graverad graverat etsad
    fotograferad
    fotograferat fotograferades tillverkad tillverkat tillverkade tillverkades utförd utfört utfördes gjord gjordes
    gjuten vävd broderad skriven skrevs utgiven utgivet utgavs publicerad publicerades daterad daterat präglad
    snidad
    namalowan* malowan* rysowan* narysowan* drukowan* wydrukowan* rytowan* fotografowan* sfotografowan* wykonan*
    sporządzon* wyprodukowan* odlan* tkan* haftowan* napisan* wydany wydana wydane wydano opublikowan* datowan*
    pictat* desenat* tipărit* gravat* fotografiat* realizat* lucrat lucrată confecționat* turnat turnată țesut*
    brodat*
    scris scrisă publicat* apărut apărută datat datată
    fec ao anno pinx sculp excud pinxit fecit sculpsit delineavit excudit impressum impressus impressa excusum
    scripsit scriptum
    """
)
SIGNED = WordTable(
    """
    signed sign signature signiert bez bezeichnet signé* gesigneerd* firmado firmada firmato firmata assinado
    assinada
    signerad signerat sign sygnowan* semnat semnată
    """
)
"""Count where they begin a sentence: a treaty is signed too, but then something stands before the word."""

OF_ITS_TIME = WordTable(
    """
    photo photos photograph photographs snapshot snapshots postcard postcards letter letters telegram diary film
    newspaper passport certificate invoice
    foto fotos fotografie fotografien photographie photographien aufnahme aufnahmen postkarte postkarten
    ansichtskarte
    feldpostkarte feldpost feldpostbrief brief briefe telegramm tagebuch urkunde ausweis
    photographies cliché clichés carte cartes lettre lettres télégramme
    foto's ansichtkaart prentbriefkaart briefkaart briefkaarten brieven telegram dagboek krant diploma
    fotografía fotografías postal postales carta cartas
    fotografia fotografie cartolina cartoline lettera lettere
    fotografias postais bilhete
    fotografi fotografier vykort brev dagbok
    zdjęcie zdjęcia fotografia pocztówka pocztówki list listy
    fotografii ilustrată scrisoare scrisori
    """
)
"""Kinds of objects that are made when what they show or tell happens."""

OBJECTS = WordTable(
    """
    painting drawing print engraving etching lithograph woodcut watercolour watercolor sketch poster map medal coin
    sculpture statue bust figure vase plate manuscript book edition issue version copy oil canvas paper panel bronze
    silver ink gouache pastel tempera pencil chalk albumen gelatin daguerreotype negative slide work
    gemälde zeichnung druck stich kupferstich radierung lithographie lithografie holzschnitt aquarell skizze plakat
    karte
    medaille münze skulptur büste handschrift buch ausgabe leinwand papier holz öl tusche
    tableau peinture dessin gravure estampe eau-forte lithographie aquarelle affiche médaille monnaie buste
    manuscrit
    livre édition toile papier bois huile encre
    schilderij tekening prent gravure ets litho houtsnede aquarel schets affiche kaart penning munt beeld boek
    uitgave
    doek olieverf inkt
    pintura cuadro dibujo grabado litografía acuarela cartel mapa medalla moneda escultura manuscrito libro edición
    lienzo óleo papel madera
    quadro disegno incisione acquaforte stampa litografia acquerello manifesto medaglia scultura manoscritto libro
    edizione tela olio carta legno
    desenho gravura aguarela aquarela cartaz medalha moeda livro edição óleo madeira
    målning teckning gravyr etsning litografi träsnitt akvarell affisch karta medalj mynt skulptur bok utgåva olja
    duk
    obraz rysunek rycina akwaforta litografia drzeworyt akwarela plakat mapa medal moneta rzeźba książka rękopis
    wydanie
    olej płótno papier
    tablou pictură desen gravură litografie acuarelă afiș hartă medalie monedă sculptură carte ediție ulei pânză
    """
)
"""Date themselves where the date follows at once: "Etching, 1650", "Öl auf Leinwand, 1850", "tableau de 1650"."""

SUBJECT = WordTable(
    """
    built erected constructed completed founded established opened inaugurated born died death killed fell married
    marriage destroyed demolished burned burnt replaced restored rebuilt renovated closed abolished named called
    acquired
    acquisition purchased bought donated gift given presented bequeathed bequest exhibited exhibition sold auction
    discovered discovery excavated excavation collected found serv* reign* rul* elected appointed moved emigrated
    graduated studied worked lived became battle siege war revolution coronation execution treaty king queen emperor
    governor president literature bibliography publications see who which where when while until since history
    anniversary
    erbaut gebaut errichtet gegründet gründung eröffnet eingeweiht geboren gestorben starb tod fiel gefallen
    verheiratet
    heiratete zerstört abgerissen abgebrochen abgebrannt ersetzt restauriert umgebaut renoviert erworben ankauf
    gekauft
    schenkung geschenk ausgestellt ausstellung verkauft entdeckt gefunden ausgegraben diente lebte studierte
    arbeitete zog schlacht belagerung krieg weltkrieg revolution krönung hinrichtung vertrag könig kaiser seit bis
    welche* nachdem literatur lit vgl geschichte jubiläum
    construit* bâti* érigé* fondé* fondation inauguré* ouvert* né née nés mort morte décédé* tué* marié* détruit*
    démoli*
    incendi* remplacé* restauré* rénové* acquis* achat acheté* legs donné* exposé* exposition vendu* découvert*
    fouill*
    nommé* élu* devint vécut étudi* travaill* bataille siège guerre révolution sacre traité roi reine empereur qui
    où
    lorsque depuis jusqu* bibliographie histoire anniversaire
    gebouwd opgericht gesticht geopend geboren overleden gestorven dood sneuvelde gesneuveld getrouwd verwoest
    gesloopt
    afgebroken afgebrand vervangen gerestaureerd verbouwd verworven aankoop aangekocht gekocht schenking geschonken
    legaat tentoongesteld tentoonstelling verkocht ontdekt gevonden opgegraven diende benoemd woonde werkte slag
    beleg
    oorlog wereldoorlog revolutie opstand kroning verdrag koning koningin keizer sinds tot toen waar publicaties
    literatuur zie geschiedenis jubileum
    construid* edificad* erigid* fundad* fundación inaugurad* nacid* nació murió muerte fallec* casó destruid*
    demolid*
    reemplazad* restaurad* adquirid* adquisición compra comprad* donación donad* legado expuest* exposición vendid*
    descubiert* hallad* excavad* nombrad* elegid* vivió estudió trabajó batalla sitio guerra revolución coronación
    tratado
    rey reina emperador que quien cuando donde desde hasta bibliografía historia aniversario
    costruit* edificat* eretto eretta fondat* inaugurat* nato nata nacque morto morta morì morte ucciso sposò
    distrutt*
    demolit* sostituit* restaurat* acquisit* acquist* dono donat* lascito espost* esposizione mostra vendut*
    scopert*
    rinvenut* nominat* elett* visse studiò lavorò battaglia assedio rivoluzione incoronazione trattato re regina
    imperatore
    che dove dal fino storia anniversario
    construíd* erguid* nascid* nasceu morreu morte falec* casou destruíd* substituíd* restaurad* adquirid* aquisição
    doação doad* expost* exposição descobert* encontrad* nomead* eleit* viveu estudou trabalhou tombad* criad*
    batalha
    cerco revolução coroação rei rainha imperador onde quando até história aniversário
    byggd byggt byggdes uppförd uppfördes grundad grundades invigd invigdes född föddes död dog avled gift gifte
    förstörd
    förstördes riven revs brann ersatt ersattes restaurerad ombyggd förvärvad förvärvades inköpt köptes gåva skänkt
    testamente utställd utställning såld upptäckt funnen funnet utgrävd blev utnämnd valdes bodde studerade arbetade
    slaget slag belägring krig kriget världskriget revolution kröning kung drottning kejsare som sedan historia
    jubileum
    zbudowan* wzniesion* założon* otwart* urodzon* urodził* zmarł* śmierć zginął poległ zniszczon* zburzon*
    rozebran*
    spalon* zastąpion* odrestaurowan* nabyt* zakup* dar darowan* zapis wystaw* sprzedan* odkryt* znalezion*
    mianowan*
    wybran* mieszkał* studiował* pracował* bitwa bitwy oblężenie wojna wojny powstanie koronacja traktat król
    królowa
    cesarz który która które gdy od do historia dzieje rocznica
    construit* ridicat* fondat* înființat* inaugurat* născut* decedat* murit moarte distrus* demolat* înlocuit*
    restaurat*
    achiziți* cumpărat* donați* donat* expus* expoziți* descoperit* găsit* numit* ales trăit studiat lucrat* bătălia
    asediu
    război războiul revoluția încoronare tratat rege regina împărat care când până istoria aniversare
    """
)
"""Building, founding, birth, death, loss, change of owner, showing, office, war: what a text tells of its subject."""

HISTORY = WordTable(
    """
    loan lent owned owner possession provenance belonged inherited wounded captured enlisted mobilised mobilized
    prisoner retired resigned returned arrived knighted ordained crowned succeeded binding bound rebound married
    leihgabe vermächtnis nachlass legat besitz besaß eigentum herkunft provenienz erbte regierte herrschte
    regierungszeit verwundet gefangen vermisst eingezogen einberufen ernannt gewählt gekrönt einband geheiratet
    prêt dépôt appartint appartenait propriété provenance régna règne blessé* prisonnier mobilisé* couronné* nommé
    reliure épousa épouse
    bruikleen legaat nalatenschap bezit eigendom herkomst regeerde regering gewond gevangen krijgsgevangen
    gemobiliseerd gekroond boekband huwde
    préstamo depósito legó propiedad perteneció procedencia reinó reinado herido prisionero coronado encuadernación
    prestito deposito appartenne proprietà provenienza regnò regno ferito prigioniero incoronato legatura
    empréstimo pertenceu propriedade proveniência reinou reinado ferido prisioneiro encadernação
    lån deposition ägde ägare tillhörde proveniens regerade sårad fånge krönt gifte
    depozyt własność właściciel należał* pochodzenie panował* panowania ranny niewoli koronowan* oprawa
    împrumut proprietatea aparținut proveniență domnit domnia rănit prizonier încoronat
    """
)
"""Lending, owning, reigning, captivity, bindings: what befell the item or the people of its text, not its making."""

OFFICES = WordTable(
    """
    bishop archbishop pope cardinal abbot mayor cdt minister chancellor governor director professor commander member
    bischof erzbischof papst kardinal abt bürgermeister kanzler statthalter direktor kommandant mitglied
    évêque archevêque pape abbé maire ministre chancelier gouverneur directeur professeur commandant membre
    bisschop aartsbisschop paus burgemeester kanselier gouverneur hoogleraar commandant lid
    obispo arzobispo papa alcalde ministro gobernador director profesor miembro
    vescovo arcivescovo sindaco governatore direttore professore bispo arcebispo prefeito governador professor
    biskop ärkebiskop påve borgmästare landshövding ledamot biskup arcybiskup papież burmistrz gubernator profesor
    episcop mitropolit papă primar guvernator
    """
)
"""With a span of years, or since a year: how long somebody held an office."""

TOLD_BEHIND = WordTable(
    """
    gefallen gestorben starb geboren verwundet vermisst gefangen geheiratet heiratete erworben geschenkt gestiftet
    gekauft angekauft verkauft vermacht übernommen ausgestellt restauriert eingezogen einberufen
    overleden overleed gestorven geboren gesneuveld sneuvelde gewond geschonken verworven aangekocht verkocht
    born died killed acquired purchased donated bequeathed presented exhibited restored sold
    """
)
"""Right behind a date: the verb that ends its clause, or an entry of a list, "1946 purchased"."""

MEDALS = WordTable(
    """
    medal medals clasp clasps cross medaille medaillen spange ehrenkreuz médaille médailles agrafe penning medailles
    ereteken gesp gespen kruis medalla medallas pasador medaglia medaglie medalha medalhas medalj medaljer medale
    """
)
"""With a span of years: the campaign that they were given for."""

FIRST = WordTable("first eerst eerste erstmals zuerst première premier primera prima primeira första pierwszy")
PUBLISHED = WordTable(
    "publish* veröffentlich* erschien* publié* paru parue gepubliceerd* verschenen publicad* pubblicat* publicera*"
    " opublikowan* publicat* printed gedruckt imprimé* gedrukt"
)
"""Together: when a text came out, of which the item may be any copy."""

EVENTS = WordTable(
    """
    battle siege death coronation execution assassination murder revolution war treaty surrender landing birth
    funeral
    history chronicle
    schlacht belagerung tod krönung hinrichtung ermordung revolution krieg weltkrieg vertrag geburt geschichte
    chronik
    bataille siège mort sacre couronnement exécution assassinat révolution guerre traité naissance histoire
    slag beleg dood kroning moord opstand oorlog wereldoorlog verdrag vrede geboorte geschiedenis
    batalla sitio muerte coronación fusilamiento asesinato revolución guerra tratado nacimiento historia
    battaglia assedio morte incoronazione uccisione rivoluzione trattato nascita storia
    batalha cerco coroação assassinato revolução tratado nascimento história
    slaget belägringen död kröning mordet krig kriget freden födelse historia
    bitwa oblężenie śmierć koronacja zabójstwo powstanie wojna traktat narodziny historia dzieje
    bătălia asediul moartea încoronarea asasinarea războiul revoluția tratatul nașterea istoria
    proelium obsidio mors bellum historia
    """
)
"""In a title, before its date: what happened then was painted whenever."""

PRONOUNS = WordTable(
    "he she they er sie hij zij ze il elle ils elles él ella ellos egli lui lei ele ela eles elas han hon ona oni ea"
)
"""Before a word of making they tell a life: "he painted in Rome in 1850"."""
OWN = WordTable(
    "this these it dies diese dieses dieser ce cet cette ces dit deze este esta questo questa este estas detta denna"
    " ten ta acest această hoc haec"
)

UNITS = WordTable(
    """
    mm cm m km dm in ins inch inches ft feet foot yards miles mi kg g gr gram grams lb lbs oz ton tons tonnes liter
    litres ml ha acres x × mhz watt volts hp ps kw
    p pp pages page leaves folios fol ff f bl blatt blätter seiten seite s pag pagina pagina's páginas página pagine
    stron
    strony sidor blz bladzijden feuillets
    mark reichsmark rm pfennig gulden florins francs franc fr livres lire lira pesetas pesos reis réis escudos kr
    kronor
    złotych rubli lei pounds shillings dollars usd eur euro euros gbp
    stück exemplare exemplaires copies exemplaren ejemplares esemplari exemplares exemplar men soldiers mann hommes
    soldaten soldats uomini hombres homens people persons personen inhabitants einwohner inwoners habitants
    habitantes
    abitanti years jahre ans jaar años anni anos år lat ani
    """
)
"""After a number that is no year."""
_UNSURE = """
    years jahre ans jaar años anni anos år lat ani s f p in men soldiers mann hommes soldaten soldats uomini hombres
    homens people persons personen inhabitants einwohner inwoners habitants habitantes abitanti copies mark lei ps
"""
COUNTED = UNITS.whole - WordTable(_UNSURE).whole
"""Units that cannot follow a year: "in 1918 people", "1850 in Paris"; others count after "more than" and the like."""
BEFORE_NUMBERS = WordTable(
    """
    no nos nr nrs num number numbers n inv invnr inventory cat kat acc accession ref lot vol bd band fig abb pl
    plate page
    pages p pp seite seiten pag blz str fol ms mss cod nm nmb nmgrh nmdrh opus bwv kv model modell modèle
    mod m serial patent paragraph psalm room box folder reg regt regiment isbn issn tel phone street
    numéro nº número nummer numer rue straße
    """
)
"""Before a number that is no year: numbers of objects, pages, models."""
MORE_THAN = tuple(
    "more than|over|some|nearly|almost|mehr als|über|fast|plus de|près de|meer dan|ruim|bijna|más de|casi|più di|oltre"
    "|quasi|mais de|mer än|nästan|ponad|prawie|peste|aproape|worth|cost|£|$|€|¥|x|×".split("|")
)

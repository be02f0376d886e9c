"""Stop words per language, as written; the analyser folds them. Short on purpose.

Articles, prepositions, pronouns, forms of "to be"; and single letters where elisions and possessives leave them
("Turner's", "l'église").
"""

STOP_WORDS = {
    "en": """
        a about after all also an and any are as at be been being both but by can could did do does for from
        had has have he her him his i if in into is it its itself may might more most no nor not of on only
        or other our out over own s she should so some such t than that the their them then there these they
        this those through to too under until up us very was we were what when where which while who whom
        whose will with within would you your
    """,
    "de": """
        aber als am an auch auf aus bei beim bis da das dass dem den der des die dies diese diesem diesen
        dieser durch ein eine einem einen einer eines er es für gegen hat hatte ihr ihre im in ist kann mit
        nach nicht noch nur ob oder ohne sein seine seinem seinen seiner sich sie sind so über um und unter
        vom von vor war waren was wie wird wurde wurden zu zum zur zwischen
    """,
    "fr": """
        à au aux avec c ce ces cet cette d dans de des du elle elles en est et été être eu il ils j je l la
        le les leur leurs lui m mais me même n ne nos notre nous on ou où par pas pour qu que qui s sa sans
        se ses si son sont sous sur t tu un une vos votre vous y
    """,
    "nl": """
        aan al als bij dat de der deze die dit door een en er haar had heb hebben heeft het hij hun in is je
        kan me met mijn naar niet nog nu of om onder ons ook op over s t te tot uit van veel voor was wat
        werd wie wij wordt zich zij zijn zo
    """,
    "es": """
        a al algo como con de del desde donde el ella ellos en entre era es esta estas este estos fue ha han
        hasta la las le les lo los más me mi muy ni no nos o para pero por que qué se sin sobre son su sus
        también te tu un una uno unos y ya
    """,
    "it": """
        a ad agli ai al alla alle allo anche c che chi ci come con d da dai dal dalla dalle degli dei del
        della delle dello di e è ed era gli ha hanno i il in l la le lo loro ma ne nei nel nella nelle non o
        per più quale questa questo s se si sono su sua sue sugli sui sul sulla suo suoi tra un una uno
    """,
    "pt": """
        a ao aos as às com como da das de do dos e é ela ele em entre era essa esse esta este foi há isso já
        mais mas na nas não no nos o os ou para pela pelas pelo pelos por que se sem ser seu seus são sua
        suas também um uma
    """,
    "sv": """
        alla än att av de dem den denna deras dess det detta dig din du där efter ej eller en er ett för
        från ha hade han hans har hon honom i icke inte jag kan man med men mot ni nu när och om på sig sin
        sina som så till under upp ut var vid vi är åt över
    """,
    "da": """
        af alle at blev da de dem den denne der deres det dette du efter eller en er et for fra ham han hans
        har havde hun i ikke ind jeg kan man med men mod når nu og om op os over på sig sin som så til ud
        under var ved vi være
    """,
    "no": """
        alle at av bare ble blir da de dem den denne der deres det dette du eller en er et etter for fra ha
        hadde han hans har hun i ikke jeg kan man med men mot når nå og om opp oss over på seg sin som så
        til under ut var ved vi være å
    """,
    "fi": """
        ei että ja joka jos jotka kuin kun mutta myös ne niin nyt oli olivat on ovat se sen siis sekä tai
        tämä tämän vain vaan
    """,
    "pl": """
        a ale bez by był była były było co czy dla do go i ich im jak jako jego jej jest już lub ma na nad
        nie o od on ona oraz po pod przed przez przy są się ta tak ten to tym u w we wraz z za ze że
    """,
}

"""Irregular English verbs, written down by hand: base, past, participle, where any of them is not the rule's.

One verb a line; alternatives stand beside each other with a slash, "-" is "as the rule has it". Words that are also
the base of another verb ("found", "lay", "saw", "bound") are read here as past forms; a tagger's VB or VBP tells the
other reading.
"""

_TABLE = """
arise arose arisen
awake awoke awoken
be was/were/is/are/am/'s/'re/'m been/being
bear bore borne/born
beat beat beaten
become became become
befall befell befallen
beget begot begotten
begin began begun
behold beheld beheld
bend bent bent
bereave bereft bereft
beseech besought besought
beset beset beset
bespeak bespoke bespoken
bestride bestrode bestridden
bet bet bet
betake betook betaken
bid bade bidden
bind bound bound
bite bit bitten
bleed bled bled
blow blew blown
break broke broken
breed bred bred
bring brought brought
broadcast broadcast broadcast
build built built
burn burnt burnt
burst burst burst
buy bought bought
cast cast cast
catch caught caught
choose chose chosen
cling clung clung
clothe clad clad
come came come
cost cost cost
creep crept crept
cut cut cut
deal dealt dealt
die died/dying died
dig dug dug
do did/does done
draw drew drawn
dream dreamt dreamt
drink drank drunk
drive drove driven
dwell dwelt dwelt
dye dyed/dyeing dyed
eat ate eaten
fall fell fallen
feed fed fed
feel felt felt
fight fought fought
find found found
flee fled fled
fling flung flung
fly flew flown
forbid forbade forbidden
forecast forecast forecast
foresee foresaw foreseen
forget forgot forgotten
forgive forgave forgiven
forgo forwent forgone
forsake forsook forsaken
freeze froze frozen
frolic frolicked/frolicking frolicked
get got gotten
gild gilt gilt
gird girt girt
give gave given
go went/goes gone
grind ground ground
grow grew grown
hang hung hung
have had/has/'ve had
hear heard heard
hew hewed hewn
hide hid hidden
hit hit hit
hold held held
hurt hurt hurt
inset inset inset
keep kept kept
kneel knelt knelt
knit knit knit
know knew known
lay laid laid
lead led led
lean leant leant
leap leapt leapt
learn learnt learnt
leave left left
lend lent lent
let let let
lie lay/lying lain
light lit lit
lose lost lost
make made made
mean meant meant
meet met met
mimic mimicked/mimicking mimicked
misread misread misread
mistake mistook mistaken
misunderstand misunderstood misunderstood
mow mowed mown
offset offset offset
outdo outdid outdone
outgrow outgrew outgrown
overcome overcame overcome
overdo overdid overdone
overhang overhung overhung
overhear overheard overheard
overlay overlaid overlaid
override overrode overridden
oversee oversaw overseen
overtake overtook overtaken
overthrow overthrew overthrown
panic panicked/panicking panicked
partake partook partaken
pay paid paid
picnic picnicked/picnicking picnicked
preset preset preset
prove proved proven
put put put
quit quit quit
read read read
rebuild rebuilt rebuilt
remake remade remade
rend rent rent
repay repaid repaid
reset reset reset
retell retold retold
rewrite rewrote rewritten
rid rid rid
ride rode ridden
ring rang rung
rise rose risen
run ran run
saw sawed sawn
say said said
see saw seen
seek sought sought
sell sold sold
send sent sent
set set set
sew sewed sewn
shake shook shaken
shear sheared shorn
shed shed shed
shine shone shone
shoe shod shod
shoot shot shot
show showed shown
shrink shrank shrunk
shut shut shut
sing sang sung
sink sank sunk
sit sat sat
slay slew slain
sleep slept slept
slide slid slid
sling slung slung
slink slunk slunk
slit slit slit
smell smelt smelt
smite smote smitten
sow sowed sown
speak spoke spoken
speed sped sped
spell spelt spelt
spend spent spent
spill spilt spilt
spin spun spun
spit spat spat
split split split
spoil spoilt spoilt
spread spread spread
spring sprang sprung
stand stood stood
steal stole stolen
stick stuck stuck
sting stung stung
stink stank stunk
stride strode stridden
strike struck struck/stricken
string strung strung
strive strove striven
swear swore sworn
sweep swept swept
swell swelled swollen
swim swam swum
swing swung swung
take took taken
teach taught taught
tear tore torn
tell told told
think thought thought
throw threw thrown
thrust thrust thrust
tie tied/tying tied
traffic trafficked/trafficking trafficked
tread trod trodden
typeset typeset typeset
undergo underwent undergone
understand understood understood
undertake undertook undertaken
undo undid undone
unwind unwound unwound
uphold upheld upheld
upset upset upset
vie vied/vying vied
wake woke woken
wear wore worn
weave wove woven
weep wept wept
wet wet wet
win won won
wind wound wound
withdraw withdrew withdrawn
withhold withheld withheld
withstand withstood withstood
wreak wrought wrought
wring wrung wrung
write wrote written
"""

# Regular verbs for what people and things in pictures do, and for making: some are rare in web text, others are
# there mostly as nouns ("dance", "bath").
_BASES = """
abrade accompany accuse admire adore adorn advance aim allude announce anoint appear applaud appliqué approach
appropriate arm arrest ascend ask assemble attack await bake banish bark bathe battle beckon beg bejewel bellow blaze
bless board boil bow box braid brandish breathe bridle brush bury bustle call capture caress caricature carouse carry
carve celebrate charge chase chat cheer chisel chop circumcise clap clasp clean climb clothe clutch cobble collect
comb comfort commemorate compose conduct connote conquer consecrate converse cook cough cover crawl cross crouch crown
crucify crush cry cuddle curl curtsy dance dangle decorate deliver denote depart depict descend destroy devour dine
dip disembark dismount display disrobe dive doze drape dress drift drill drown dry duel dust efface elope embark
emblazon embrace embroider emerge emulate enamel encircle enclose engrave ennoble enter enthrone entwine erode erupt
escape evoke examine execute exercise exhale exile expel explode face faint fan farm fasten feast ferry festoon fetch
fetter fiddle file fish flank flay flirt float flog flow flute fold follow forge frame frown gallop gamble gather gaze
genuflect gesticulate gesture glance glaze gleam glow grapple grasp graze greet grimace grip groom guard guide haggle
hail halt hammer hand harpoon harvest hatch haul help hesitate hobble hoe hone hop hover howl huddle hug hunt hurdle
hurl ignite impale implore incise inhale inscribe inspire intertwine iron jeer join joust juggle jump juxtapose kick
kill kindle kiss knock knot labor labour lacquer lament land laugh launch laze lecture lift limp listen load look
lounge love lower lunge lynch march marry massage meditate melt mend milk mingle mix mock mold moor mould mount mourn
move murder muse muzzle nap nestle nibble nod nurse offer open oppose ordain order overlap pace pack paddle paint
parade pass paste paw peddle peel peer perch perform personify photograph pick pierce pile pillage pinch pirouette
plait plant play plead plough plow plunder point poise poke polish pose pounce pound pour praise prance pray preach
present press probe proclaim promenade protect prune pull punish push quarrel quarry quench queue quilt race rage
raise raze reach reap rear recite recline recoil rehearse relax repair repose rescue resist rest restrain return
revere revolt rinse rob robe rock roll romp row rub rule rush sacrifice saddle sail salute scale scatter scold score
scowl scrape scratch scream scrub scrutinise scrutinize sculpt sculpture scythe search seat serenade serve shade shave
shelter shield shiver shout shove sigh sip skate sketch skip slap slaughter slice slip slope smash smile smoke
smoulder snarl sneak sneeze sniff snooze soar sob soothe spar splash sprawl sprinkle squat squeeze squint stab stage
stalk stamp stare startle starve stipple stir stitch stone stoop stop storm straddle strain strangle stretch stroke
stroll struggle strum strut study stumble stylise stylize subdue suck suckle suffer supervise surrender surround
swaddle swallow swathe swoop symbolise symbolize talk tame tap taste tattoo tease tempt tend thank thatch thresh
tickle tile tinge tip toast toil topple torment torture toss touch tow trace train trample transport travel treat
tremble trot trundle try tug tumble tune turn twine twirl unfurl unite unload unveil unwrap urge vanquish varnish
vault venerate visit vomit waddle wade wager wait walk waltz wander wane warn wash waste watch water wave weigh whip
whisper whistle whittle wield wink wipe wish work worship wound wrap wreathe wrestle writhe yawn yell yoke
"""


def _irregular() -> dict[str, str]:
    forms: dict[str, str] = {}
    for line in _TABLE.split("\n"):
        base, *columns = line.split() or [""]
        for form in (form for column in columns for form in column.split("/")):
            # The first verb to claim a form keeps it ("lay" is of "lie" only by its tag, "found" of "find").
            if form != base:
                forms.setdefault(form, base)
    return forms


IRREGULAR = _irregular()
"""Form to base of the irregular forms, some 300 of them."""

MUSEUM_BASES = frozenset(_BASES.split())
"""Bases of regular verbs that catalogues use and web text seldom does."""

IRREGULAR_BASES = frozenset(IRREGULAR.values())

import { fold } from '#std/content-words.ts'

/** Which lists of words a judgement was made with. */
export const lexiconVersion = 1

// Words of praise and blame in four languages, as `fold` leaves them; an ending star stands for any ending.
const good = `accurate advantage* affordable amazing award* best better convenient dependable easy easier efficient elegant enjoy* excel*
  excellent fantastic fast faster flexible generous good great helpful ideal impressive innovative intuitive leading love* loved
  outstanding perfect pleasant popular powerful praised proven recommend* reliable responsive robust secure simple smooth solid
  strong superb superior top transparent trusted trustworthy useful valuable versatile well-liked wonderful
  ausgezeichnet* bequem* beliebt* besser* beste* bewahrt* effizient* einfach* empfehl* empfohlen* fuhrend* gunstig* gut gute* guten guter gutes
  hervorragend* hilfreich* ideal* intuitiv* leistungsfahig* leistungsstark* lobenswert* robust* schnell* sicher* solide* stark* transparent*
  uberzeug* ubersichtlich* vertrauenswurdig* vielseitig* vorteil* zuverlassig*
  abordable* agreable* apprecie* avantage* bon bonne* efficace* excellent* facile* fiable* ideal* intuitif* intuitive* meilleur* performant*
  pratique* puissant* rapide* recommand* robuste* solide* simple* souple* transparent* utile* polyvalent*
  agil* asequible* bueno* buena* destaca* eficaz eficiente* excelente* facil* fiable* flexible* ideal* intuitiv* mejor* popular* potente*
  practic* rapid* recomend* robust* segur* sencill* solid* transparente* util utiles versatil* ventaja*`
const bad = `annoying avoid awful bad broken bug* buggy bloated clumsy complain* complaint* complicated confusing cumbersome dated
  difficult disappoint* expensive fail* flaw* frustrat* hard inaccurate inferior insecure issue* lack* lacking limited limitation* mediocre
  misleading outdated overpriced painful poor problem* restrictive slow slower steep struggle* terrible troubl* unreliable unstable weak weaker
  weakness* worse worst
  argerlich* begrenzt* beschwerden eingeschrankt* enttausch* fehler* fehlt kompliziert* langsam* mangel* mangelhaft* nachteil* problem* schlecht*
  schwach* schwerfallig* schwierig* teuer* teure* umstandlich* unsicher* unubersichtlich* unzuverlassig* veraltet* verwirrend*
  cher chere* chers complique* decev* decu* defaut* difficile* faible* inconvenient* instable* lent lente* lents limite* mauvais* mediocre*
  obsolete* probleme* manque*
  anticuad* caro cara caros caras complicad* confus* deficiente* desventaja* dificil* debil* falla* fallo* inestable* lento* lenta* limitad* mal
  mala malo malos obsolet* pobre* problema*`
const negations = new Set(
  `not no never without hardly isn't aren't doesn't don't didn't wasn't won't can't cannot nor nicht kein keine keinen keiner keines nie
  ohne kaum weder ne pas jamais sans aucun aucune non no nunca sin ningun ninguna tampoco ni`.split(/\s+/),
)

type Words = { whole: ReadonlySet<string>; beginnings: readonly string[] }
const [praise, blame] = [wordsOf(good), wordsOf(bad)]

/** How a sentence speaks, -1 to 1, by its words of praise and blame; null where it has none. A negation shortly before turns a word round. */
export function sentimentOf(sentence: string): number | null {
  const words = fold(sentence).match(/[\p{L}'-]+/gu) ?? []
  let [plus, minus] = [0, 0]
  for (const [at, word] of words.entries()) {
    const value = isIn(praise, word) ? 1 : isIn(blame, word) ? -1 : 0
    if (value === 0) continue
    const isTurned = words.slice(Math.max(0, at - 3), at).some((before) => negations.has(before))
    if (value > 0 === !isTurned) plus++
    else minus++
  }
  return plus + minus === 0 ? null : (plus - minus) / (plus + minus)
}

function wordsOf(list: string): Words {
  const all = list.trim().split(/\s+/)
  return {
    whole: new Set(all.map((word) => word.replace('*', ''))),
    beginnings: all.filter((word) => word.endsWith('*')).map((word) => word.slice(0, -1)),
  }
}

// A beginning alone may be part of a longer word of another meaning: at most four letters follow it.
function isIn({ whole, beginnings }: Words, word: string): boolean {
  return whole.has(word) || beginnings.some((start) => word.length <= start.length + 4 && word.startsWith(start))
}

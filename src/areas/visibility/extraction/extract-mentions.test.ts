import { describe, expect, test } from 'vitest'

import { extractMentions } from './extract-mentions.ts'
import { termsOf } from './terms.ts'
import { labelledBrands, labelledTexts } from './test-labelled-texts.ts'

const brand = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  aliases: [],
  domains: [],
  excludeTerms: [],
  matchCase: false,
  ...more,
})
const acme = brand('own', 'Acme', { domains: ['acme.com'] })
const globex = brand('globex', 'Globex')
const terms = termsOf([acme, globex])
const read = (text: string, known = terms) => extractMentions(text, known)
const names = (text: string, known = terms) =>
  read(text, known).flatMap(({ brandId, offsets }) =>
    offsets.map(([start, end]) => `${brandId}:${text.slice(start, end)}`),
  )

/** A text whose mentions are marked as `⟦name|brand⟧`: the text as it is, and the places. */
function unmarked(marked: string): { text: string; places: string[] } {
  let text = ''
  const places: string[] = []
  let last = 0
  for (const { index, 0: whole, 1: name = '', 2: id = '' } of marked.matchAll(/⟦([^|⟧]*)\|([^⟧]*)⟧/g)) {
    text += marked.slice(last, index)
    places.push(`${id} ${text.length} ${text.length + name.length}`)
    text += name
    last = index + whole.length
  }
  return { text: text + marked.slice(last), places }
}

describe('labelled texts', () => {
  const known = termsOf(labelledBrands)
  const sums: Record<string, { right: number; found: number; labelled: number; faults: string[] }> = {}
  for (const { language, text: marked } of labelledTexts) {
    const { text, places } = unmarked(marked)
    const found = extractMentions(text, known).flatMap(({ brandId, offsets }) =>
      offsets.map(([start, end]) => `${brandId} ${start} ${end}`),
    )
    for (const name of [language, 'all']) {
      const sum = (sums[name] ??= { right: 0, found: 0, labelled: 0, faults: [] })
      sum.right += found.filter((one) => places.includes(one)).length
      sum.found += found.length
      sum.labelled += places.length
      if (name === 'all') continue
      for (const one of found) if (!places.includes(one)) sum.faults.push(`+ ${one} in ${text.slice(0, 60)}`)
      for (const one of places) if (!found.includes(one)) sum.faults.push(`- ${one} in ${text.slice(0, 60)}`)
    }
  }

  test.each(['en', 'de', 'fr', 'es', 'all'])('precision and recall: %s', (name) => {
    const { right = 0, found = 0, labelled = 0, faults = [] } = sums[name] ?? {}
    const [precision, recall] = [right / found, right / labelled]
    process.stdout.write(
      `mentions, ${name}: ${labelled} labelled, precision ${precision.toFixed(4)}, recall ${recall.toFixed(4)}\n`,
    )

    expect(labelled, 'enough to measure').toBeGreaterThanOrEqual(name === 'all' ? 120 : 25)
    expect(precision, faults.join('\n')).toBeGreaterThanOrEqual(0.97)
    expect(recall, faults.join('\n')).toBeGreaterThanOrEqual(0.95)
  })
})

describe('what is read', () => {
  test.each([
    ['**Acme** and *Acme*, _Acme_, ~~Acme~~', 4],
    ['# Acme\n\n> Acme\n\n- Acme\n  1. Acme', 4],
    ['| Tool | Price |\n|---|---|\n| Acme | 3 |\n| Globex | Acme |', 3],
    ['see https://acme.com/acme and <https://acme.com> or <mailto:a@acme.com>', 0],
    ['官网https://example.com/best-Acme-tools 很好 sitehttp://x.example/Acme Acme', 1],
    ['[Acme](https://acme.com/x "Acme") and [https://acme.com](https://acme.com)', 1],
    ['![Acme](acme.png) ![Acme][logo]\n\n[logo]: https://acme.com/Acme.png', 0],
    ['```\nAcme\n```\n\nAcme\n\n~~~\nAcme', 1],
    ['`Acme` and `npm install Acme`', 1],
    ['<b>Acme</b> <img alt="Acme"> <!-- Acme --> Acme<br>Globex', 3],
    [String.raw`Acme &amp; Globex \*Acme\*`, 3],
    ['I like Acme\\\nand Globex\\\r\nand Acme\\x', 2],
    ['[^1]: Acme says so.\n[^acme]: Globex\n\n> [^2]:   Acme', 3],
    ['[Note]: Acme is a good tool.\n\n[Note]: https://acme.com Acme\n\n[Note]: <a b> "Acme" Acme', 4],
    ['[a]: Acme\n[b]: <Acme x>\n[c]: /x_(Acme) (Acme)\n[d]:\n  Acme\n  "Acme"\n> [e]: x\n> \'Acme\'\nGlobex', 1],
    ['[a]: x\nAcme\n\n[b]:\n- Acme\n\n[c]: x\n> "Acme"\n\nGlobex\n[d]: Acme', 5],
    ['See [the site][acme].\n\n[acme]: https://acme.com', 0],
    ['[acme  x]: x\n\n[Acme][ACME\nX], [Acme *Globex*][acme x], [it][b][acme x]\n\n[b]: x', 4],
    ['[Acme][], [Acme], [it] [Acme]\n\n[acme]: x', 3],
    ['[the site][Acme] [^acme] [Acme]: x', 3],
    ['It is so[^acme]. Acme[^acme]\n\n[^Acme]: Globex', 2],
    ['visit acme.com, www.acme.com. Or acme.com/pricing, acme.com:80, sales@acme.com, x.acme.com, my-acme.com', 2],
  ])('%s', (text, count) => {
    expect(names(text)).toHaveLength(count)
  })
})

describe('edges', () => {
  test.each([
    ["Acme's l'Acme Acme-Konto (Acme) “Acme” #Acme Acme™ Acme² Acmeを を Acme", 10],
    ['Acmes Acme2 Acme_x xAcme Acmé ÁAcme', 0],
    ['@Acme Acme@x acme.io foo.acme C:\\Acme /Acme github.com/acme Acme/cli ./Acme acme//x', 1],
    ['Acme/Globex and Globex/Acme. Acme.', 5],
    ['AC\u00ADME A\u200Bcme ＡＣＭＥ', 3],
  ])('%s', (text, count) => {
    expect(names(text)).toHaveLength(count)
  })

  test('scripts that write without spaces decide for themselves', () => {
    const known = termsOf([brand('k', 'トヨタ'), brand('h', '삼성'), brand('z', '小米'), brand('c', 'Сбер')])

    expect(names('トヨタの車 トヨタホーム 삼성은 신삼성 小米手机 买小米 Сбера Сбер', known)).toEqual([
      'k:トヨタ',
      'h:삼성',
      'z:小米',
      'z:小米',
      'c:Сбер',
    ])
  })

  test('a mark takes the script of the letter that it stands on', () => {
    const known = termsOf([
      brand('d', 'टाटा'),
      brand('b', 'রবি'),
      brand('t', 'ஜியோ'),
      brand('s', 'टाट'),
      brand('th', 'ดี'),
      brand('n', 'चैनल२४'),
      brand('k', 'コーヒー'),
      acme,
    ])

    expect(
      names('टाटामोटर्स टाटा२ _टाटा মারবি রবিবার ஜியோமார்ட் चैनल२४वाँ x\u0331Acme Acme\u0331 コーヒーメーカー', known),
    ).toEqual([])
    expect(names('टाटा, टाटा का (রবি) ஜியோ। ของดีมาก चैनल२४ Acmeका कAcme クのコーヒーを', known)).toEqual([
      'd:टाटा',
      'd:टाटा',
      'b:রবি',
      't:ஜியோ',
      'th:ดี',
      'n:चैनल२४',
      'own:Acme',
      'own:Acme',
      'k:コーヒー',
    ])
  })

  test('names are compared folded, and offsets are those of the text', () => {
    const known = termsOf([brand('s', 'Straße Nord'), brand('q', 'L’Atelier'), brand('d', 'Rock-Solid')])
    const text = '😀 STRASSE \u00a0\n NORD, STRAẞE NORD, l\u2019atelier, ROCK\u2013SOLID, Rock Solid, Strase Nord'

    expect(names(text, known)).toEqual([
      's:STRASSE \u00a0\n NORD',
      's:STRAẞE NORD',
      'q:l\u2019atelier',
      'd:ROCK\u2013SOLID',
    ])
  })

  test('a name with matchCase counts as written or in capitals', () => {
    const known = termsOf([brand('n', 'Notion', { matchCase: true, domains: ['notion.so'] })])

    expect(names('Notion, NOTION, notion, a notion; NOTION.SO', known)).toEqual(['n:Notion', 'n:NOTION', 'n:NOTION.SO'])
  })
})

test('the longest name wins over all brands', () => {
  const known = termsOf([acme, brand('cloud', 'Acme Cloud')])

  expect(names('Acme Cloud is not Acme.', known)).toEqual(['cloud:Acme Cloud', 'own:Acme'])
})

test('an excluded term cancels within five words of the same block, and where it contains the name', () => {
  const known = termsOf([brand('m', 'Mercury', { excludeTerms: ['planet', 'Freddie Mercury'] })])
  const count = (text: string) => names(text, known).length

  expect(count('Mercury is the smallest planet')).toBe(0)
  expect(count('Mercury one two three four Planet')).toBe(0)
  expect(count('Mercury one two three four five planet')).toBe(1)
  expect(count('The planet one two three four Mercury')).toBe(0)
  expect(count('Mercury is fine.\n\nA planet.')).toBe(1)
  expect(count('Freddie Mercury sang')).toBe(0)
  expect(count('planetary Mercury')).toBe(1)
})

test('words of scripts without spaces are counted one by one', () => {
  const known = termsOf([
    brand('x', '小米', { excludeTerms: ['粥'] }),
    brand('m', 'Mercury', { excludeTerms: ['太陽', 'ดาว'] }),
  ])
  const count = (text: string) => names(text, known).length

  expect(count('我喜欢喝小米的粥。')).toBe(0)
  expect(count('小米粥很好喝')).toBe(0)
  expect(count('早上喝粥，小米很好')).toBe(0)
  expect(count('小米手机的价格最近涨了不少，但是我还是喜欢喝粥')).toBe(1)
  expect(count('喝粥的人都说价格最近涨了不少，但是我还是喜欢小米')).toBe(1)
  expect(count('太陽に近いのはMercuryです')).toBe(0)
  expect(count('Mercuryはとても便利なサービスで、多くの会社で使われています。太陽')).toBe(1)
  expect(count('Mercury เป็นดาว')).toBe(0)
  expect(count('Mercury ภาษาไทยเป็นภาษาที่สวยงามและน่าเรียนรู้ดาว')).toBe(1)
})

describe('rank', () => {
  const ranks = (text: string, known = terms) =>
    Object.fromEntries(read(text, known).map(({ brandId, rank }) => [brandId, rank]))

  test.each([
    ['Globex, then Acme', { globex: 1, own: 2 }],
    ['Acme first.\n\n1. Globex\n2. Other\n3. Acme', { globex: 1, own: 3 }],
    ['1. Other\n1. Globex\n1. Acme', { globex: 2, own: 3 }],
    ['5. Globex\n6. Acme', { globex: 5, own: 6 }],
    ['## 1. Globex\n\nGood.\n\n## 2) Acme', { globex: 1, own: 2 }],
    ['**1. Globex** is good.\n\n**2. Acme** too.', { globex: 1, own: 2 }],
    ['1. **Globex**\n\nGood.\n\n2. **Acme**\n\nBetter.', { globex: 1, own: 2 }],
    ['1. Globex\n   - fast\n2. Acme\n   - cheap', { globex: 1, own: 2 }],
    ['1. Acme\n2. Nothing\n\nGlobex', { own: 1, globex: 2 }],
    ['1. Other: Globex\n2. Acme\n\n**1. Acme**\n\n**2. Globex**', { globex: 1, own: 2 }],
    ['1. Other\n2. Acme\n\n[^1]: Globex', { own: 1, globex: 2 }],
  ])('%s', (text, expected) => {
    expect(ranks(text)).toEqual(expected)
  })

  test('brands outside the list follow its highest used number', () => {
    const known = termsOf([acme, globex, brand('i', 'Initech')])

    expect(ranks('Initech asks.\n\n1. Other\n2. Globex\n3. Acme\n4. Last', known)).toEqual({ globex: 2, own: 3, i: 4 })
  })
})

test('tone comes from the sentences that name the brand; a negation turns it round and cancels no mention', () => {
  const tone = (text: string) => read(text)[0]?.sentiment

  expect(tone('Acme is reliable and easy. Globex is slow.')).toBe(1)
  expect(tone('Acme is not reliable.')).toBe(-1)
  expect(tone('Choose anything but not Acme.')).toBeNull()
  expect(tone('Acme ist zuverlässig, aber teuer.')).toBe(0)
  expect(tone('Acme est rapide et fiable.')).toBe(1)
  expect(tone('Acme es lento y caro.')).toBe(-1)
})

test('hostile texts take little time', () => {
  const known = termsOf([{ ...acme, excludeTerms: ['a', '[', 'acme', '粥', 'ก'] }, globex])
  for (const part of [
    '[',
    '](',
    '![',
    '<!--',
    '`',
    '> ',
    '- ',
    '1. ',
    '_a',
    '&#',
    'acme ',
    'a/',
    '<a ',
    '|',
    '\u0301',
    '👩‍👩',
    '([',
    '[a]: x\n',
    '[a]: (a\\(',
    '[^a]: ',
    '[a][',
    '[^a',
    'acme粥',
    '粥',
    'acmeกา',
    'a-',
    '[^a][^a]\n\n[^a]: x\n',
  ])
    expect(
      timeOf(() => read(part.repeat(50_000 / part.length), known)),
      part,
    ).toBeLessThan(3000)
})

test('a long text takes as much longer as it is longer', () => {
  expect(timeOf(() => read('acme is good '.repeat(40_000)))).toBeLessThan(3000)
})

/** Processor time in milliseconds, whatever else the machine does. */
function timeOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** A word of every hundredth article, and one of nearly all (performance of search). */
export const rareWord = 'zeugmatic'
export const frequentWord = 'editorial'

/** Characters of an article's body. */
const bodyLength = 6000

const words = vocabulary(2000)

/** Pseudo-random numbers from 0 to 1, the same for the same seed on every machine (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Title of the article with this number: five to eight words. */
export function titleOf(n: number): string {
  const random = randomFrom(n * 2 + 1)
  return capital(sentence(random, 5 + Math.floor(random() * 4)))
}

/** Markdown of about `bodyLength` characters: headings, paragraphs, emphasis, a list and a link to another article. */
export function bodyOf(n: number): string {
  const random = randomFrom(n * 2 + 2)
  const marked = n % 100 === 99 ? rareWord : undefined
  const parts = [
    `${capital(sentence(random, 8))} with ${frequentWord} care${marked === undefined ? '' : `, ${marked}`}.`,
  ]
  for (let section = 1; length(parts) < bodyLength - 700; section++) {
    parts.push(`## ${capital(sentence(random, 4))}`, paragraph(random), paragraph(random))
    if (section === 2) parts.push([1, 2, 3].map(() => `- ${sentence(random, 6)}`).join('\n'))
    if (section === 3) parts.push(`More in [${sentence(random, 3)}](/articles/${slugOf(Math.floor(n / 2))}).`)
  }
  while (length(parts) < bodyLength - 80) parts.push(`${capital(sentence(random, 9))}.`)
  const text = parts.join('\n\n')
  return `${text.slice(0, bodyLength)}${'.'.repeat(Math.max(0, bodyLength - text.length))}`
}

export function slugOf(n: number): string {
  return `article-${n}`
}

export function sentence(random: () => number, count: number): string {
  return Array.from({ length: count }, () => word(random)).join(' ')
}

function paragraph(random: () => number): string {
  const sentences = Array.from({ length: 4 }, () => `${capital(sentence(random, 8 + Math.floor(random() * 8)))}.`)
  return `${sentences.join(' ')} **${capital(sentence(random, 3))}.**`
}

// As in real texts, few words are used often: the square of a random number prefers small places.
function word(random: () => number): string {
  return words[Math.floor(random() ** 2 * words.length)] ?? ''
}

function vocabulary(size: number): string[] {
  const [starts, middles, ends] = [
    'b c d f g l m n p r s t v st tr pl',
    'a e i o u ai ea ou',
    'n r s t l m d nd rt st',
  ].map((each) => each.split(' ')) as [string[], string[], string[]]
  const random = randomFrom(1)
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? ''
  const found = new Set<string>()
  while (found.size < size) {
    const syllables = 1 + Math.floor(random() * 3)
    found.add(Array.from({ length: syllables }, () => pick(starts) + pick(middles)).join('') + pick(ends))
  }
  return [...found]
}

function length(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.length + 2, 0)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

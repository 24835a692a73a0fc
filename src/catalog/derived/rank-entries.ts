import { fold, keywordWords, segmentsOf } from '#std/content-words.ts'
import { stem } from '#std/stem.ts'

import type { Entry } from './reference.ts'

type Searched = Pick<Entry, 'name' | 'title' | 'description' | 'inputSchema'>
type Words = { name: readonly string[]; title: readonly string[]; text: ReadonlySet<string> }

/** What callers say for a word of the catalog (mcp.md#search-ranks-by-words). */
const alsoCalled = new Map(
  Object.entries({
    article: 'item',
    post: 'item',
    edit: 'update',
    change: 'update',
    remove: 'delete',
    add: 'create',
    undo: 'revert',
  }).map(([said, meant]) => [stem(said), stem(meant)]),
)

/** The entries that have words of a query, the best match first; all of them for a query without words. */
export function rankEntries<E extends Searched>(entries: readonly E[], query: string): E[] {
  const wanted = keywordWords(apart(query))
  if (wanted.length === 0) return [...entries]
  const exact = query.toLowerCase().replaceAll(/[^a-z]/g, '')
  return entries
    .map((entry) => ({ entry, weight: entry.name.toLowerCase() === exact ? Infinity : weigh(wordsOf(entry), wanted) }))
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ entry }) => entry)
}

// A word in the name counts most, and the more the fewer others are in it.
function weigh({ name, title, text }: Words, wanted: readonly string[]): number {
  const found = wanted.map((word) => {
    const both = [word, alsoCalled.get(word) ?? word]
    if (both.some((one) => name.includes(one))) return 4
    if (both.some((one) => title.includes(one))) return 2
    return both.some((one) => text.has(one)) ? 1 : 0
  })
  const sum = found.reduce<number>((total, weight) => total + weight, 0)
  return sum === 0 ? 0 : sum + 1 / (1 + name.length)
}

// The schema of an entry is made once, the entry for each caller.
const known = new WeakMap<object, Words>()

function wordsOf({ name, title, description, inputSchema }: Searched): Words {
  const words = known.get(inputSchema) ?? {
    name: wordsIn(name),
    title: wordsIn(title),
    text: new Set(wordsIn([description, ...namesIn(inputSchema)].join(' '))),
  }
  known.set(inputSchema, words)
  return words
}

/** The fields of an input and the values that they name. */
function namesIn({ properties = {} }: { properties?: unknown }): string[] {
  return Object.entries(properties as Record<string, { enum?: unknown[] }>).flatMap(
    ([field, { enum: values = [] }]) => [field, ...values.map(String)],
  )
}

const wordsIn = (text: string) => segmentsOf(fold(apart(text))).map((word) => stem(word))
const apart = (text: string) => text.replaceAll(/([a-z])([A-Z])/g, '$1 $2')

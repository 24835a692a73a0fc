import { isObject } from '#std/objects.ts'
import { visibleText } from '#std/visible-text.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { valueWords } from '#web/parts/value-words.ts'

/** Where a part of a result leads: an article, or an address. */
export type Lead = { itemId?: string; url?: string }
/** One thing that a job gave: its name, and what it is in words. */
export type ResultFact = Lead & { name: string; value: string }
/** What a job says of one record among several. */
export type ResultEntry = Lead & { text: string; detail: string }
/** Several of a kind: how many, and the first of them. */
export type ResultList = { name: string; total: number; entries: ResultEntry[] }

type Fields = Record<string, unknown>

/** Entries of a list that are shown; the rest stands in the result itself. */
const most = 20

/** The result of a job as people read it, whatever the kind of the job: facts, and lists of what it did. Ids are left to the raw result. */
export function readResult(result: Fields): { facts: ResultFact[]; lists: ResultList[] } {
  const facts: ResultFact[] = []
  const lists: ResultList[] = []
  for (const [field, value] of Object.entries(result)) {
    if (value === null || (isId.test(field) && field !== 'itemId')) continue
    if (Array.isArray(value)) {
      const { done, named } = splitOf(field, value)
      facts.push(...done)
      if (named.total > 0) lists.push(named)
    } else if (isObject(value)) {
      const inner = readResult(value)
      facts.push(...inner.facts.map((fact) => ({ ...fact, name: `${nameOf(field)}: ${lowered(fact.name)}` })))
      lists.push(...inner.lists.map((list) => ({ ...list, name: `${nameOf(field)}: ${lowered(list.name)}` })))
    } else facts.push(factOf(field, value))
  }
  return { facts, lists }
}

function factOf(field: string, value: unknown): ResultFact {
  if (field === 'itemId' && typeof value === 'string')
    return { name: 'Article', value: 'Open the article', itemId: value }
  if (typeof value !== 'string' || !/^https?:\/\//.test(value))
    return { name: nameOf(field), value: wordsOf(field, value) }
  if (value.includes('/exports/')) return { name: 'File', value: 'Download', url: value }
  return { name: nameOf(field), value: visibleText(value), url: value }
}

const isId = /(?:^i|I)ds?$/

/** What was done one by one: how many are done, and what was not, with the reasons; of any other list its entries. */
function splitOf(field: string, all: readonly unknown[]): { done: ResultFact[]; named: ResultList } {
  const isOneByOne = all.some((one) => isObject(one) && typeof one['ok'] === 'boolean')
  if (!isOneByOne) return { done: [], named: listOf(nameOf(field), all) }
  const failed = all.filter((one) => isObject(one) && one['ok'] === false)
  return {
    done: [{ name: 'Done', value: (all.length - failed.length).toLocaleString('en') }],
    named: listOf('Not done', failed),
  }
}

const listOf = (name: string, all: readonly unknown[]): ResultList => ({
  name,
  total: all.length,
  entries: all.slice(0, most).map(entryOf),
})

function entryOf(one: unknown): ResultEntry {
  if (!isObject(one)) return { text: wordsOf('', one), detail: '' }
  const title = firstText(one, ['title', 'topic', 'name', 'text', 'prompt', 'alt', 'heading', 'source', 'url', 'field'])
  const reason = firstText(isObject(one['error']) ? one['error'] : one, ['message', 'reason'])
  const itemId = [one['itemId'], one['id']].find((id) => typeof id === 'string' && id.startsWith('itm_'))
  const text = title ?? (typeof itemId === 'string' ? 'Article' : reason === undefined ? rest(one) : 'One of them')
  return {
    text,
    detail: reason === undefined ? '' : inPlainWords(reason),
    ...(typeof itemId === 'string' ? { itemId } : {}),
  }
}

/** What says most of a record without a name: its values one after the other. */
const rest = (one: Fields): string =>
  Object.entries(one)
    .filter(([field, value]) => !isId.test(field) && value !== null && !isObject(value))
    .map(([field, value]) => `${nameOf(field)} ${wordsOf(field, value)}`)
    .join(', ')

function firstText(fields: Fields, names: readonly string[]): string | undefined {
  const found = names.map((name) => fields[name]).find((value) => typeof value === 'string' && value !== '')
  return typeof found === 'string' ? visibleText(found) : undefined
}

function wordsOf(field: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (field === 'bytes' && typeof value === 'number') return sizeOf(value)
  if (typeof value === 'number') return value.toLocaleString('en')
  return valueWords(field, value)
}

const sizeOf = (bytes: number): string =>
  bytes < 100_000
    ? `${Math.ceil(bytes / 1000)} KB`
    : `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

const nameOf = (field: string): string => names[field] ?? fieldWords(field)
const lowered = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

/** Fields whose own words say less than they mean. */
const names: Readonly<Record<string, string>> = {
  bytes: 'Size',
  dataThrough: 'Up to',
  dropped: 'Left out',
  items: 'Articles',
  matched: 'There already',
  ok: 'Answered',
  results: 'One by one',
  unchanged: 'As they were',
  url: 'Address',
}

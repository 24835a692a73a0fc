import { createHash } from 'node:crypto'

import { caseFolded, fold } from './folded-text.ts'

/** A brand as texts are read for it. */
export type ReadBrand = {
  id: string
  name: string
  aliases: readonly string[]
  domains: readonly string[]
  excludeTerms: readonly string[]
  matchCase: boolean
}

/** What is looked for: a name or a domain in its folded form. */
export type Term = { brandId: string; text: string; isCased: boolean; isDomain: boolean; hasDot: boolean }

/** What a text is read with: longest terms first. */
export type Terms = {
  list: readonly Term[]
  /** Excluded terms by brand, case-folded. */
  excluded: ReadonlyMap<string, readonly string[]>
  /** Whether a text as a whole is a term. */
  has(content: string): boolean
  /** Differs whenever a text could be read differently. */
  key: string
}

/** How answers are read: raised when the rules change, so that stored answers are read again. */
const rules = 2

/** The terms of all brands, by which a text is read at once. */
export function termsOf(brands: readonly ReadBrand[]): Terms {
  const list = brands.flatMap(termsOfBrand).toSorted((a, b) => b.text.length - a.text.length)
  const excluded = new Map(
    brands.map(({ id, excludeTerms }) => [
      id,
      excludeTerms.map((term) => fold(term).lower.trim()).filter((one) => one !== ''),
    ]),
  )
  const [small, cased] = [new Set<string>(), new Set<string>()]
  for (const { text, isCased } of list) (isCased ? cased : small).add(text)
  const has = (content: string) => {
    const { kept, lower } = fold(content)
    return small.has(lower.trim()) || cased.has(kept.trim())
  }
  return { list, excluded, has, key: keyOf(brands) }
}

/** A name or a domain in the form in which two of them are compared. */
export const nameKey = (name: string) => fold(name).lower.trim()

/** A host in the form in which two of them are compared. */
export const domainKey = (domain: string) =>
  caseFolded(domain.trim())
    .replace(/^www\./, '')
    .replace(/\.$/, '')

function termsOfBrand({ id, name, aliases, domains, matchCase }: ReadBrand): Term[] {
  const made = new Map<string, Term>()
  const add = (text: string, isCased: boolean, isDomain: boolean) => {
    const key = `${isCased} ${text}`
    if (text !== '' && !made.has(key))
      made.set(key, { brandId: id, text, isCased, isDomain, hasDot: text.includes('.') })
  }
  for (const domain of domains) for (const prefix of ['', 'www.']) add(`${prefix}${domainKey(domain)}`, false, true)
  for (const one of [name, ...aliases]) {
    const { kept, lower } = fold(one)
    if (!matchCase) add(lower.trim(), false, false)
    else for (const form of [kept.trim(), kept.trim().toUpperCase()]) add(form, true, false)
  }
  return [...made.values()]
}

function keyOf(brands: readonly ReadBrand[]): string {
  const read = brands
    .map(({ id, name, aliases, domains, excludeTerms, matchCase }) => [
      id,
      name,
      aliases,
      domains,
      excludeTerms,
      matchCase,
    ])
    .toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([rules, read]))
    .digest('hex')
    .slice(0, 24)
}

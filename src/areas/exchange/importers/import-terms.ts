import { sql } from 'kysely'

import { insertTerms, type TermKind } from '#areas/taxonomies/index.ts'
import type { Writer } from '#kernel/database.ts'
import { newId } from '#kernel/ids.ts'
import { slugify, withSuffix } from '#std/slugs.ts'
import { titleKey } from '#std/text.ts'

import type { ImportRun, TermRow } from './import-run.ts'

/** A category, tag or author as the source names it. */
export type WantedTerm = {
  collectionId: string
  kind: TermKind
  name: string
  slug: string | null
  description: string | null
}

/** What settling found and created; the run takes it over once it is committed. */
export type SettledTerms = { ids: Map<string, string>; claimed: Set<string>; made: TermRow[]; matched: TermRow[] }

/** What a run recognises a reference by. */
export function keyOfTerm({ collectionId, kind, slug, name }: Omit<WantedTerm, 'description'>): string {
  return `${collectionId} ${kind} ${slug ?? ''} ${titleKey(name)}`
}

/** Finds each term by its slug, else by its name, and creates those that are missing. */
export async function settleTerms(db: Writer, run: ImportRun, wanted: readonly WantedTerm[]): Promise<SettledTerms> {
  const settled: SettledTerms = { ids: new Map(), claimed: new Set(), made: [], matched: [] }
  const news = new Map<string, WantedTerm>()
  for (const term of wanted) {
    const key = keyOfTerm(term)
    if (!run.terms.has(key) && !news.has(key)) news.set(key, term)
  }
  if (news.size === 0) return settled

  const candidates = [...(await candidatesFor(db, [...news.values()])), ...run.imagined.terms]
  const described = new Map<string, WantedTerm>()
  for (const [key, term] of news) {
    const found = find(term, candidates, (id) => run.claimed.has(id) || settled.claimed.has(id))
    const row = found ?? (await newTerm(db, term, candidates))
    if (found === undefined) {
      candidates.push(row)
      settled.made.push(row)
      described.set(row.id, term)
    } else if (!settled.made.includes(found)) settled.matched.push(found)
    if (term.slug !== null) settled.claimed.add(row.id)
    settled.ids.set(key, row.id)
  }
  if (settled.made.length > 0) {
    const rows = settled.made.map((row) => {
      const term = described.get(row.id)
      return { ...row, name: term?.name ?? row.slug, description: term?.description ?? null }
    })
    await insertTerms(db, rows)
  }
  return settled
}

async function candidatesFor(db: Writer, wanted: readonly WantedTerm[]): Promise<TermRow[]> {
  const slugs = wanted.map(plainSlug)
  const names = wanted.map(({ name }) => titleKey(name))
  return db
    .selectFrom('term')
    .select(['id', 'collection_id', 'kind', 'name_key', 'slug'])
    .where('collection_id', '=', sql<string>`any(${[...new Set(wanted.map((term) => term.collectionId))]})`)
    .where((or) =>
      or.or([or('slug', '=', sql<string>`any(${slugs})`), or('name_key', '=', sql<string>`any(${names})`)]),
    )
    .orderBy('id')
    .execute()
}

function find(
  term: WantedTerm,
  candidates: readonly TermRow[],
  isClaimed: (id: string) => boolean,
): TermRow | undefined {
  const alike = candidates.filter((row) => row.collection_id === term.collectionId && row.kind === term.kind)
  const name = titleKey(term.name)
  if (term.slug === null) return alike.find((row) => row.name_key === name)
  return alike.find((row) => row.slug === term.slug) ?? alike.find((row) => row.name_key === name && !isClaimed(row.id))
}

async function newTerm(db: Writer, term: WantedTerm, candidates: readonly TermRow[]): Promise<TermRow> {
  const id = newId(term.kind)
  const wanted = plainSlug(term) || slugify(id)
  const row = { id, collection_id: term.collectionId, kind: term.kind, name_key: titleKey(term.name) }
  const isTaken = (slug: string) =>
    candidates.some(
      (other) => other.collection_id === row.collection_id && other.kind === row.kind && other.slug === slug,
    )
  for (let n = 1; ; n++) {
    const slug = n === 1 ? wanted : withSuffix(wanted, n)
    // Candidates include every term that has a wanted slug, but not those that have one with a suffix.
    if (!isTaken(slug) && (n === 1 || !(await isStored(db, row, slug)))) return { ...row, slug }
  }
}

async function isStored(db: Writer, row: Omit<TermRow, 'slug'>, slug: string): Promise<boolean> {
  const found = await db
    .selectFrom('term')
    .select('id')
    .where('collection_id', '=', row.collection_id)
    .where('kind', '=', row.kind)
    .where('slug', '=', slug)
    .executeTakeFirst()
  return found !== undefined
}

function plainSlug({ slug, name }: WantedTerm): string {
  return slug ?? slugify(name)
}

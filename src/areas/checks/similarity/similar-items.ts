import { type AliasedExpression, type ExpressionBuilder, sql } from 'kysely'

import type { Status } from '#areas/items/index.ts'
import { ask, type Question, question, selectFrom } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'
import type { Tables } from '#kernel/tables.ts'
import { bandsOf, likeness } from '#std/minhash.ts'

import { comparedInText, indexedTokens, packedInText, wholeTitle } from './item-similarity.ts'
import { compare, type Comparison, type Features, isNearBody, nearBody, subjectOf } from './score.ts'
import { titleSignalOf, tokenLikeness } from './title-signal.ts'

/** Another item of the organization that is not in the trash, and competes with it or is of the same series. */
export type Similar = {
  id: string
  title: string
  status: Status
  collectionId: string
  /** Estimated Jaccard similarity of the bodies, 0 to 1. */
  body: number
  isSeries: Comparison['isSeries']
  /** The final score, 0 to 1 (checks.md#similarity-score). */
  score: number
  /** The parts of the score, each 0 to 1. */
  parts: { title: number; keyword: number; headings: number }
}

/** How many items whose titles share words are compared, those that share most first. */
const candidates = 200
/** The same of bodies: bands estimate their likeness, so that those which share most are the likest, and few of them are returned. */
const bodyCandidates = 60
/** A word that more titles than this have makes no candidates. */
const frequent = 300

/**
 * How many items are looked up by one band, word or whole title, the earliest first: bodies that thousands share need not be counted
 * to find those that are compared. A limit also makes the planner use the index, whatever it knows about the number of rows.
 */
export const mostOfOne = frequent + 1

/** How many similar items an item is told of. */
export const mostSimilar = 20

type Band = { band: number; hash: number }

/** What shares a band or a distinctive word with an item. */
export type Candidate = {
  id: string
  title: string
  effective_status: Status
  collection_id: string
  primary_keyword: string | null
  secondary_keywords: readonly string[]
  minhash: string | null
  headings: readonly string[] | null
  publish_at: string | null
}

/** `id` undefined: no item is left out. `locale` is that of the organization. */
type Compared = { id?: string; features: Features; locale: string }

/**
 * Items whose title competes, whose body is a near duplicate, or that are of the same series, best first. Candidates come from the
 * bands and words that are stored with each item, so the work does not grow with the organization.
 */
export async function similarItems(db: Reader, { id, features, locale }: Compared): Promise<Similar[]> {
  const { title, minhash } = features
  const bands = minhash === undefined ? undefined : bandsOf(minhash)
  return similarAmong(await ask(db, candidatesAsked({ title, bands, locale })), {
    ...(id === undefined ? {} : { id }),
    features,
    locale,
  })
}

/** How much an item is told of another one, 0 to 1: by what they have most in common. */
export const rankOfSimilar = ({ body, score }: Pick<Similar, 'body' | 'score'>): number => Math.max(score, body)

/** The candidates of an item: by given bands, or by those that are stored for an item. */
export function candidatesAsked({
  title,
  bands,
  locale,
}: {
  title: string
  bands: readonly number[] | { of: string } | undefined
  locale: string
}): Question<Candidate[]> {
  const signal = titleSignalOf(title, locale)
  const tokens = indexedTokens(signal)
  const sharing = [
    ...(bands === undefined ? [] : [sharingBands(bands)]),
    ...(tokens.length === 0 ? [] : [alikeTitles(tokens, wholeTitle(signal.tokens))]),
  ].map((query) => sql`(${query})`)
  const candidate = sql<{ id: string }>`(${sql.join(sharing, sql` union `)})`.as<'candidate'>('candidate')
  return question(sharing.length === 0 ? undefined : rowsOf(candidate), (rows): Candidate[] => rows)
}

/** Those of the candidates that compete with an item or are of its series, best first. */
export function similarAmong(found: readonly Candidate[], { id: ownId, features, locale }: Compared): Similar[] {
  const subject = subjectOf(features, locale)
  const { minhash } = subject
  const similar = found.flatMap(({ id, title, effective_status: status, ...row }) => {
    if (id === ownId) return []
    const other = subjectOf(
      {
        title,
        primaryKeyword: row.primary_keyword,
        secondaryKeywords: row.secondary_keywords,
        publishAt: row.publish_at === null ? null : Date.parse(row.publish_at),
        ...comparedInText(row),
      },
      locale,
    )
    // Bodies that share a band may be unlike all the same: nothing more is read of those.
    const isAlike = tokenLikeness(subject.signal.tokens, other.signal.tokens) > 0
    if (!isAlike && likeness(minhash, other.minhash) < nearBody) return []
    const comparison = compare(subject, other)
    const { body, score, parts, isSeries } = comparison
    if (parts.title === 0 && !isSeries && !isNearBody(comparison)) return []
    const told = { title: parts.title, keyword: parts.keyword ?? 0, headings: parts.headings }
    const one = { id, title, status, collectionId: row.collection_id }
    return [{ ...one, body, isSeries, score, parts: told }]
  })
  return similar.toSorted((a, b) => rankOfSimilar(b) - rankOfSimilar(a) || (a.id < b.id ? -1 : 1))
}

function sharingBands(bands: readonly number[] | { of: string }) {
  const given = (numbers: readonly number[]) =>
    sql<Band>`(select * from unnest(${numbers.map((_, band) => band)}::int2[], ${[...numbers]}::int4[]))`
  const stored = (of: string) =>
    sql<Band>`(${selectFrom('item_band as o').select(['o.band', 'o.hash']).where('o.item_id', '=', of)})`
  const own = ('of' in bands ? stored(bands.of) : given(bands)).as<'own'>(sql`own(band, hash)`)
  return selectFrom(own)
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('item_band')
          .select('item_id')
          .whereRef('item_band.band', '=', 'own.band')
          .whereRef('item_band.hash', '=', 'own.hash')
          .orderBy('item_id')
          .limit(mostOfOne)
          .as('holder'),
      (join) => join.onTrue(),
    )
    .select('holder.item_id as id')
    .groupBy('holder.item_id')
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('holder.item_id')
    .limit(bodyCandidates)
}

/**
 * Of the items that share distinctive words of a title, those whose titles are alike (`tokenLikeness`), by the words that are
 * stored: nothing more is read of the others (checks.md#compared-in-two-steps).
 */
function alikeTitles(tokens: readonly string[], whole: string) {
  const words = tokens.filter((token) => token !== whole)
  const counts = (from: ExpressionBuilder<Tables & { sharing: { id: string } }, 'sharing'>) =>
    from
      .selectFrom('item_title_token as own')
      .select([
        sql<number>`count(*)`.as('size'),
        sql<number>`count(*) filter (where own.token = any(${words}))`.as('shared'),
      ])
      .whereRef('own.item_id', '=', 'sharing.id')
      .where(sql<boolean>`left(own.token, 1) <> '='`)
      .as('counts')
  const size = words.length
  return selectFrom(sharingTokens(tokens, whole).as('sharing'))
    .innerJoinLateral(counts, (join) => join.onTrue())
    .select('sharing.id')
    .where(
      sql<boolean>`least(counts.size, ${size}::int) >= 2 and counts.shared >= 0.75 * least(counts.size, ${size}::int)
        or counts.shared >= 0.55 * (counts.size + ${size}::int - counts.shared)`,
    )
}

/**
 * Items that share distinctive words. Titles of two words and more are alike only if they share two, so those that share one, and
 * could share a common word besides only if there is one, are not counted any further: they are most of them.
 */
function sharingTokens(tokens: readonly string[], whole: string) {
  const distinct = [...new Set(tokens)]
  const given = sql<{ token: string }>`(select * from unnest(${distinct}::text[]))`.as<'given'>(sql`given(token)`)
  // Counted up to the limit only: a common word may be in the titles of all items.
  const telling = selectFrom(given)
    .select(['given.token', sql<number>`count(*) over ()`.as('tellings')])
    .where(({ or, not, exists, selectFrom: from, eb }) =>
      or([
        eb('given.token', '=', whole),
        not(
          exists(
            from('item_title_token as all')
              .select('all.token')
              .whereRef('all.token', '=', 'given.token')
              .limit(1)
              .offset(frequent),
          ),
        ),
      ]),
    )
  return selectFrom(telling.as('telling'))
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('item_title_token as t')
          .select('t.item_id')
          .whereRef('t.token', '=', 'telling.token')
          .orderBy('t.item_id')
          .limit(mostOfOne)
          .as('holder'),
      (join) => join.onTrue(),
    )
    .select('holder.item_id as id')
    .groupBy('holder.item_id')
    .having(
      sql<boolean>`count(*) + ${distinct.length}::int - max(telling.tellings) >= ${Math.min(2, distinct.length - 1)}::int`,
    )
    .orderBy(({ fn }) => fn.countAll(), 'desc')
    .orderBy('holder.item_id')
    .limit(candidates)
}

// Lateral with a limit: each candidate is fetched by its key, whatever the planner knows about the number of rows.
function rowsOf(candidate: AliasedExpression<{ id: string }, 'candidate'>) {
  return selectFrom(candidate)
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('item')
          .leftJoin('item_similarity', 'item_similarity.item_id', 'item.id')
          .select([
            'item.id',
            'item.title',
            'item.effective_status',
            'item.collection_id',
            'item.primary_keyword',
            'item.secondary_keywords',
            'item.publish_at',
            'item_similarity.headings',
            packedInText,
          ])
          .whereRef('item.id', '=', 'candidate.id')
          .where('item.trashed_at', 'is', null)
          .limit(1)
          .as('row'),
      (join) => join.onTrue(),
    )
    .selectAll('row')
}

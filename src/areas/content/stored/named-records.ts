import { sql } from 'kysely'

import { type ItemChanges, referencesIn } from '#areas/items/index.ts'
import { shownMediaAsked } from '#areas/media/index.ts'
import { type GivenTerm, givenTermsAsked } from '#areas/taxonomies/index.ts'
import { ask, joined, question, selectFrom } from '#kernel/ask.ts'
import type { Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'

import { slugHolderAsked } from './item-slugs.ts'
import { termIdsIn } from './item-terms.ts'

/**
 * The records that changes to an item name, as far as they exist. Terms and media are locked: none is deleted before the
 * commit.
 */
export type NamedRecords = {
  /** The live item that has the wanted slug. */
  slugHolder: string | undefined
  items: ReadonlySet<string>
  images: ReadonlySet<string>
  terms: ReadonlyMap<string, GivenTerm>
  /** The media that the new body shows. */
  shown: readonly string[]
}

/** Reads what changes name: the slug that they set, items, images, terms, and what their body shows. */
export async function namedRecords(
  db: Writer,
  { changes, slug, html }: { changes: ItemChanges; slug?: Place | undefined; html?: string | undefined },
): Promise<NamedRecords> {
  const idsTo = (kind: 'item' | 'media') => referencesIn(changes).flatMap(({ to, ids }) => (to === kind ? ids : []))
  return ask(
    db,
    joined({
      slugHolder: slugHolderAsked(slug),
      items: itemsAsked(idsTo('item')),
      images: imagesAsked(idsTo('media')),
      terms: givenTermsAsked(termIdsIn(changes)),
      shown: shownMediaAsked(html ?? ''),
    }),
  )
}

type Place = { collectionId: string; slug: string }

/** Refuses with `not_found` changes that refer to what does not exist. Terms are checked where they are written. */
export function requireReferences(changes: ItemChanges, { items, images }: NamedRecords): void {
  for (const { field, to, ids } of referencesIn(changes)) {
    if (to === 'term') continue
    const known = to === 'item' ? items : images
    const unknown = ids.find((id) => !known.has(id))
    if (unknown === undefined) continue
    const sentence = to === 'item' ? 'There is no such item.' : 'There is no such image.'
    throw new Refusal('not_found', sentence, { path: `/input/${field}`, id: unknown })
  }
}

function itemsAsked(ids: readonly string[]) {
  const query = selectFrom('item')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]})`)
  return question(ids.length === 0 ? undefined : query, idsOf)
}

function imagesAsked(ids: readonly string[]) {
  const query = selectFrom('media')
    .select('id')
    .where('id', '=', sql<string>`any(${[...ids]})`)
    .where('kind', '=', 'image')
    .orderBy('id')
    .forKeyShare()
  return question(ids.length === 0 ? undefined : query, idsOf)
}

const idsOf = (rows: readonly { id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id))

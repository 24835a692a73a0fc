import { type Collection, collectionsAsked } from '#areas/collections/index.ts'
import { type Settings, settingsAsked } from '#areas/organizations/index.ts'
import { askedOnce, joined } from '#kernel/ask.ts'
import type { Reader } from '#kernel/database.ts'

/**
 * The settings and collections around the items of an organization. A call reads them once and passes them to what writes or
 * checks items.
 */
export type Surroundings = { settings: Settings; collections: readonly Collection[] }

export async function readSurroundings(db: Reader): Promise<Surroundings> {
  return read(db, {})
}

/** The same as a question. */
export const surroundingsAsked = () => joined({ settings: settingsAsked(), collections: collectionsAsked() })

const read = askedOnce(surroundingsAsked)

/** The collection that an item is in. */
export function collectionIn({ collections }: Pick<Surroundings, 'collections'>, id: string): Collection {
  const collection = collections.find((one) => one.id === id)
  if (collection === undefined) throw new Error('an item without its collection')
  return collection
}

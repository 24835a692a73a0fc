import { allCollections, type Collection } from '#areas/collections/index.ts'
import { getSettings, type Settings } from '#areas/organizations/index.ts'
import type { Reader } from '#kernel/database.ts'

/** What is around the items of an organization. A call reads it once, and hands it to whatever writes or checks items. */
export type Surroundings = { settings: Settings; collections: readonly Collection[] }

export async function readSurroundings(db: Reader): Promise<Surroundings> {
  return { settings: await getSettings(db), collections: await allCollections(db) }
}

/** The collection that an item is in. */
export function collectionIn({ collections }: Pick<Surroundings, 'collections'>, id: string): Collection {
  const collection = collections.find((one) => one.id === id)
  if (collection === undefined) throw new Error('an item without its collection')
  return collection
}

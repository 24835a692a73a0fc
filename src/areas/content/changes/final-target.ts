import { findRedirect, pathOf, redirectLoop, type Target } from '#areas/addresses/index.ts'
import { getCollection } from '#areas/collections/index.ts'
import { findItem, type ItemRow } from '#areas/items/index.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { pathKey } from '#std/site-paths.ts'

/** Where a target finally leads, from an item or a path: `redirect_loop` if that is the source itself. */
export async function finalTarget(
  db: Reader,
  target: ItemRow,
  source: { itemId?: string; path?: string },
): Promise<Target> {
  const seen = new Set<string>(source.itemId === undefined ? [] : [source.itemId])
  for (let at = target; ;) {
    if (seen.has(at.id)) throw redirectLoop()
    seen.add(at.id)
    if (at.status === 'published') return { itemId: at.id }
    const path = pathOf(await getCollection(db, at.collection_id), at)
    if (source.path !== undefined && pathKey(source.path) === pathKey(path)) throw redirectLoop()
    const onwards = await findRedirect(db, path)
    if (onwards === undefined) {
      if (at.trashed_at !== null) throw unfitTarget('The target is in the trash. Restore it or name another one.')
      return { itemId: at.id }
    }
    if ('url' in onwards) return onwards
    at = await findItem(db, { id: onwards.itemId })
  }
}

/** A target that cannot be one, for the field `redirectTo`. */
export function unfitTarget(message: string): Refusal {
  return new Refusal('validation_failed', message, [{ path: '/input/redirectTo', message, code: 'invalid_value' }])
}

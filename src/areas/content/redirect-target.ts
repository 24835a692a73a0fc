import { text } from '#kernel/schema.ts'
import type { Reader } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { isId, type ItemId } from '#kernel/ids.ts'
import { isHttpUrl } from '#std/urls.ts'

import { findItem } from './items.ts'
import { redirectLoop, type Target } from './redirects.ts'

/** The input field that names where an address leads from now on. */
export const redirectToInput = text(2048, { min: 1 })
  .optional()
  .describe('Item id or absolute URL that its address leads to')

/** The target that an input names: an item of the organization, or an absolute URL. */
export async function targetOf(
  db: Reader,
  itemId: ItemId,
  redirectTo: string | undefined,
): Promise<Target | undefined> {
  if (redirectTo === undefined) return undefined
  if (redirectTo === itemId) throw redirectLoop()
  if (isHttpUrl(redirectTo)) return { url: redirectTo }
  if (!isId('item', redirectTo)) {
    const message = 'redirectTo must be an item id or an absolute URL.'
    throw new Refusal('validation_failed', message, [{ path: '/input/redirectTo', message, code: 'invalid_value' }])
  }
  const target = await findItem(db, { id: redirectTo })
  return { itemId: target.id }
}

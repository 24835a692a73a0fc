import { question, selectFrom } from '#kernel/ask.ts'

import type { ItemRef } from './items.ts'

/** The number of the latest revision of an item, 0 if there is none; as a question. */
export const lastRevisionAsked = (itemId: ItemRef) =>
  question(
    selectFrom('item_revision')
      .select(({ fn }) => fn.max('n').as('n'))
      .where('item_id', '=', itemId),
    ([row]): number => row?.n ?? 0,
  )

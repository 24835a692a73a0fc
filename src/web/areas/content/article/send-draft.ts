import { changesIn, clashes, type Draft, merged, valuesOf } from '#web/areas/content/article/draft.ts'
import { freerSlug } from '#web/areas/content/article/slug-of-title.ts'
import type { OutputOf } from '#web/operations.ts'
import type { Action } from '#web/use-operation.ts'

type Item = OutputOf<'getItem'>['item']

/** `agreed`: the live version whose change the person has seen and wants. What is live changes in no other way. */
export type Agreed = { agreed?: number; note?: string }

type Sending = Agreed & {
  /** What is known of the article. */
  item: Item
  update: Action<'updateItem'>['run']
  readAgain(): Promise<Item | undefined>
}

/** A draft that was saved: as it was wanted and as it was sent, the version that was made, and how the article was read after it. */
export type Saved = { wanted: Draft; sent: Draft; version: number; fresh: Item | undefined }

/** How often a save is tried again by itself after others changed other fields meanwhile. */
const attempts = 3

/** Saves a draft with what others changed elsewhere in the article meanwhile. Null: it was refused, or clashes with their changes. */
export async function sendDraft(wanted: Draft, { item, update, readAgain, ...agreed }: Sending): Promise<Saved | null> {
  let sent = wanted
  let current: Item | undefined = item
  for (let attempt = 1; current !== undefined && attempt <= attempts; attempt++) {
    sent = merged(sent, valuesOf(current))
    if (!maySend(sent, current, agreed)) return null
    const { version, status }: Item = current
    let isTaken = false
    const saved = await update(
      { id: current.id, ...changesIn(sent), ifVersion: version, ...(agreed.note && { note: agreed.note }) },
      { ...(status === 'published' && { confirm: true }), onRefused: ({ code }) => (isTaken = code === 'slug_taken') },
    )
    current = await readAgain()
    if (saved !== null) return { wanted, sent, version: saved.item.version, fresh: current }
    // A slug that was made from the title gives way to one that is taken.
    const freer = isTaken ? freerSlug(sent, attempt) : undefined
    if (current?.version === version && freer === undefined) return null
    sent = freer ?? sent
  }
  return null
}

function maySend(draft: Draft, item: Item, { agreed }: Agreed): boolean {
  return clashes(draft, valuesOf(item)).length === 0 && (item.status !== 'published' || item.version === agreed)
}

import { type Draft, type WrittenField, writtenFields } from '#web/areas/content/article/draft.ts'

/**
 * Who wrote a draft, in which organization, of which article: nobody else on this browser sees it or sends it. `beginning` tells the
 * articles apart that pages begin side by side and that have no id yet.
 */
export type DraftOwner = { userId: string; organizationId: string; itemId: string; beginning?: string | undefined }

const prefix = 'masthead.draft.'
/** Under which name this browser keeps a draft. */
export const draftName = ({ userId, organizationId, itemId }: DraftOwner) =>
  `${prefix}${userId}.${organizationId}.${itemId}`

/** What was written and not saved, as this browser kept it: after a crash, a lost session or a closed tab. */
export function keptDraft(owner: DraftOwner): Draft {
  try {
    forgetNobodys()
    return knownFields(JSON.parse(localStorage.getItem(draftName(owner)) ?? '{}') as Draft)
  } catch {
    return {}
  }
}

/** A draft that was kept, without fields that no longer exist. */
export function knownFields(kept: Draft): Draft {
  return Object.fromEntries(Object.entries(kept).filter(([field]) => writtenFields.some((known) => known === field)))
}

/** Keeps a draft in this browser; an empty one is forgotten. A browser that has no room keeps nothing. */
export function keepDraft(owner: DraftOwner, draft: Draft): void {
  try {
    const { beginning } = owner
    if (Object.keys(draft).length > 0) localStorage.setItem(draftName(owner), JSON.stringify({ ...draft, beginning }))
    else if (beginning === undefined || keptBeginningId(owner) === beginning) localStorage.removeItem(draftName(owner))
  } catch {
    // The text is still on the page.
  }
}

/** Which beginning is kept for an owner; undefined: none. */
export function keptBeginningId(owner: DraftOwner): string | undefined {
  return (JSON.parse(localStorage.getItem(draftName(owner)) ?? '{}') as { beginning?: string }).beginning
}

/** Calls back with the draft whenever another page of this browser keeps it. Returns what ends that. */
export function followKept(owner: DraftOwner, take: (draft: Draft) => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === draftName(owner)) take(keptDraft(owner))
  }
  addEventListener('storage', follow)
  return () => removeEventListener('storage', follow)
}

/** A field that a text is begun in; those that a collection adds are fields of their own. */
export type BegunField = WrittenField | `customFields.${string}`

/** What was begun in a field and cannot be part of the draft yet, such as half of a JSON text; undefined: nothing. */
export function keptBeginning(owner: DraftOwner, field: BegunField): string | undefined {
  try {
    return localStorage.getItem(`${draftName(owner)}.${field}`) ?? undefined
  } catch {
    return undefined
  }
}

/** Keeps such a text; undefined forgets it. */
export function keepBeginning(owner: DraftOwner, field: BegunField, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(`${draftName(owner)}.${field}`)
    else localStorage.setItem(`${draftName(owner)}.${field}`, text)
  } catch {
    // The text is still on the page.
  }
}

/** Forgets drafts that do not say whose they are. */
function forgetNobodys(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix) && key.slice(prefix.length).split('.').length < 3) localStorage.removeItem(key)
}

type Mergeable = { collectionId: string; status: string }

/** The most that one merge takes: the one that stays, and 50 others. */
const most = 51

/** Whether one of these articles can stay for all: they are of one collection, and one of them is live. */
export function canMerge(items: readonly Mergeable[]): boolean {
  return items.length >= 2 && whyNoMerge(items) === null
}

/** Why several articles cannot be merged, and what to do instead; null where they can (web.md#a-merge-needs-one-live). */
export function whyNoMerge(items: readonly Mergeable[]): string | null {
  if (items.some(({ collectionId }) => collectionId !== items[0]?.collectionId))
    return 'They are in different collections, and a merge stays within one. Change one of them, or move it to the trash.'
  if (items.every(({ status }) => status !== 'published'))
    return 'None of them is live, so nobody has an address that must lead on. Move the one that you do not need to the trash, or publish the one that stays to merge them.'
  if (items.length > most) return `A merge takes ${most} articles at most. Choose some of them in the list of content.`
  return null
}

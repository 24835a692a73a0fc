type Mergeable = { collectionId: string; status: string }

/** The most that one merge takes: the one that stays, and 50 others. */
const most = 51

/** Whether one of these articles can stay for all: they are of one collection, and one of them is live. */
export function canMerge(items: readonly Mergeable[]): boolean {
  return (
    items.length >= 2 &&
    items.length <= most &&
    items.every(({ collectionId }) => collectionId === items[0]?.collectionId) &&
    items.some(({ status }) => status === 'published')
  )
}

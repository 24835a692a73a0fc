/** What is merged, all of it in the address: the ids with dots between them, the one that stays, and the one that Duplicates suggests. */
export type MergeSearch = { ids?: string; keep?: string; suggested?: string }

const itemId = /^itm_\w{26}$/

export function mergeSearch(given: Record<string, unknown>): MergeSearch {
  const ids = idsIn(typeof given['ids'] === 'string' ? given['ids'] : '')
  const keep = ids.find((id) => id === given['keep'])
  const suggested = ids.find((id) => id === given['suggested'])
  return {
    ...(ids.length > 0 ? { ids: ids.join('.') } : {}),
    ...(keep ? { keep } : {}),
    ...(suggested ? { suggested } : {}),
  }
}

/** The distinct ids of an address. */
export function idsIn(text: string | undefined): string[] {
  return [...new Set(text?.split('.') ?? [])].filter((id) => itemId.test(id)).slice(0, 51)
}

import type { InputOf, KeyStatus } from '#web/operations.ts'

/** The state of the key list, all of it in the address. */
export type KeysSearch = { status?: KeyStatus; page?: number }

export const keyStatuses: readonly KeyStatus[] = ['active', 'expired', 'disabled', 'revoked']

export function keysSearch(given: Record<string, unknown>): KeysSearch {
  const status = keyStatuses.find((name) => name === given['status'])
  const page = Number(given['page'])
  return { ...(status ? { status } : {}), ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}) }
}

export function keysQuery({ status, page }: KeysSearch): InputOf<'listApiKeys'> {
  return { page: page ?? 1, pageSize: 20, ...(status ? { status } : {}) }
}

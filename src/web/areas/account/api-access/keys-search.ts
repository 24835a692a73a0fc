import { allScopes } from '#web/areas/account/api-access/scope-words.ts'
import type { InputOf, KeyStatus, Scope } from '#web/operations.ts'

/** The state of the key list, all of it in the address. */
export type KeysSearch = {
  status?: KeyStatus | undefined
  createdBy?: string | undefined
  scope?: Scope | undefined
  page?: number | undefined
}

export const keyStatuses: readonly KeyStatus[] = ['active', 'expired', 'disabled', 'revoked']

export function keysSearch(given: Record<string, unknown>): KeysSearch {
  const status = keyStatuses.find((name) => name === given['status'])
  const scope = allScopes.find((name) => name === given['scope'])
  const createdBy = typeof given['createdBy'] === 'string' ? given['createdBy'].slice(0, 200) : ''
  const page = Number(given['page'])
  return {
    ...(status ? { status } : {}),
    ...(createdBy ? { createdBy } : {}),
    ...(scope ? { scope } : {}),
    ...(Number.isSafeInteger(page) && page > 1 ? { page } : {}),
  }
}

export function keysQuery({ status, createdBy, scope, page }: KeysSearch): InputOf<'listApiKeys'> {
  return {
    page: page ?? 1,
    pageSize: 20,
    ...(status ? { status } : {}),
    ...(createdBy ? { createdBy } : {}),
    ...(scope ? { scope } : {}),
  }
}

import type { InputOf } from '#web/operations.ts'

/** The state of the two lists, all of it in the address. */
export type MembersSearch = { search?: string; page?: number; invited?: number }

export function membersSearch(given: Record<string, unknown>): MembersSearch {
  const search = typeof given['search'] === 'string' ? given['search'].slice(0, 2048) : ''
  const [page, invited] = [pageOf(given['page']), pageOf(given['invited'])]
  return { ...(search ? { search } : {}), ...(page > 1 ? { page } : {}), ...(invited > 1 ? { invited } : {}) }
}

export function membersQuery({ search, page }: MembersSearch): InputOf<'listMembers'> {
  return { page: page ?? 1, pageSize: 20, ...(search ? { search } : {}) }
}

export function invitationsQuery({ invited }: MembersSearch): InputOf<'listInvitations'> {
  return { status: 'pending', page: invited ?? 1, pageSize: 20 }
}

function pageOf(given: unknown): number {
  const page = Number(given)
  return Number.isSafeInteger(page) && page > 1 ? page : 1
}

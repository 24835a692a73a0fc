import { page, searchBy, words } from '#web/address.ts'
import type { InputOf } from '#web/operations.ts'

/** The state of the two lists, all of it in the address. */
export const membersSearch = searchBy({ search: words(2048), page, invited: page })
export type MembersSearch = ReturnType<typeof membersSearch>

export function membersQuery({ search, page }: MembersSearch): InputOf<'listMembers'> {
  return { page: page ?? 1, pageSize: 20, ...(search ? { search } : {}) }
}

export function invitationsQuery({ invited }: MembersSearch): InputOf<'listInvitations'> {
  return { status: 'pending', page: invited ?? 1, pageSize: 20 }
}

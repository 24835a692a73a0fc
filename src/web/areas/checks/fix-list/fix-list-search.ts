import { like, page, searchBy, yes } from '#web/address.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'

type Answer = OutputOf<'listPublishingWarnings'>
export type Warning = Answer['items'][number]
export type Kind = NonNullable<Answer['kinds']>[number]

/** The state of the list, all of it in the address: the kind that is open, and whether drafts count. */
export const fixListSearch = searchBy({ kind: like(/^[a-z0-9_]{1,60}$/), live: yes, page })
export type FixListSearch = ReturnType<typeof fixListSearch>

/** The input of `listPublishingWarnings` for a state of the list. Without an open kind only the kinds are wanted. */
export function fixListQuery({ kind, live, page }: FixListSearch): InputOf<'listPublishingWarnings'> {
  return {
    countKinds: true,
    ...(live ? { status: 'published' } : {}),
    ...(kind ? { code: [kind], page: page ?? 1, pageSize: 50 } : { pageSize: 1 }),
  }
}

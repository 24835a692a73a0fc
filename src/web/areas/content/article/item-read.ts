import type { InputOf } from '#web/operations.ts'

/** The input of `getItem` for the page of an article. */
export const itemRead = (id: string) =>
  ({ id, include: ['warnings', 'revisions', 'editRequests'] }) as InputOf<'getItem'>

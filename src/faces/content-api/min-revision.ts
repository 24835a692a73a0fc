import type { ContentRevisions } from '#kernel/content-revision.ts'

import { parameter } from './parameters.ts'
import { Problem } from './problem.ts'

/** The state that a request demands, by collection; undefined where it demands none. */
export type MinRevision = ContentRevisions | undefined

const form = /^(?:\*|col_[0-7][0-9a-hjkmnp-tv-z]{25}):\d{1,15}$/

/** What `min_revision` asks for: the value of the header `X-Content-Revision` of a write, as it came. */
export function minRevisionIn(search: URLSearchParams): MinRevision {
  const value = parameter(search, 'min_revision')
  if (value === undefined) return undefined
  const parts = value.split(',')
  if (parts.length > 1000 || !parts.every((part) => form.test(part)))
    throw new Problem(
      400,
      'min_revision must be the value of the header X-Content-Revision that a write was answered with',
    )
  return new Map(
    parts.map((part) => [part.slice(0, part.lastIndexOf(':')), Number(part.slice(part.lastIndexOf(':') + 1))]),
  )
}

/** Whether what was read has everything that is asked for. */
export function hasReached(revisions: ContentRevisions, wanted: ContentRevisions): boolean {
  return [...wanted].every(([collectionId, revision]) => (revisions.get(collectionId) ?? 0) >= revision)
}

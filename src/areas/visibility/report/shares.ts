import { createHash, randomBytes } from 'node:crypto'

import { type Selectable, sql } from 'kysely'
import { z } from 'zod'

import { basisOf } from '#areas/visibility/engines.ts'
import { gapDays, ownRateOf } from '#areas/visibility/metrics/gaps.ts'
import type { Reader, Writer } from '#kernel/database.ts'
import { Refusal } from '#kernel/errors.ts'
import { newId, storedId } from '#kernel/ids.ts'
import { listPage, type PageAsked } from '#kernel/list-page.ts'
import { id, iso, timestamp } from '#kernel/schema.ts'
import type { Tables } from '#kernel/tables.ts'

import type { Report } from './build-report.ts'

declare module '#kernel/json-columns.ts' {
  interface JsonColumns {
    'asv_share.report': FrozenReport
  }
}

type Gap = Report['gaps'][number]
type Said = 'kind' | 'mode' | 'n' | 'prompt' | 'ownRate' | 'competitors'

/** A stored report; the gaps of older ones do not say their days and counts, which follow from what they do say. */
type FrozenReport = Omit<Report, 'gaps'> & { gaps: (Pick<Gap, Said> & Partial<Gap>)[] }

type ShareRow = Selectable<Tables['asv_share']>

export const shareOutput = z.object({
  id: id('share'),
  from: z.string(),
  to: z.string(),
  includePrompts: z.boolean(),
  state: z.enum(['active', 'expired', 'revoked']),
  expiresAt: timestamp(),
  revokedAt: timestamp().nullable(),
  createdBy: z.string(),
  createdAt: timestamp(),
})

const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

type NewShare = { organizationId: string; report: Report; includePrompts: boolean; expiresAt: Date; createdBy: string }

/** Stores a frozen report. The token, which says whose it is, is only returned here. */
export async function insertShare(
  db: Writer,
  { organizationId, report, includePrompts, expiresAt, createdBy }: NewShare,
) {
  const token = `${organizationId.slice(4)}-${randomBytes(24).toString('base64url')}`
  const shareId = newId('share')
  await db
    .insertInto('asv_share')
    .values({
      id: shareId,
      token_hash: hashOf(token),
      report: JSON.stringify(report),
      include_prompts: includePrompts,
      from_day: report.from,
      to_day: report.to,
      expires_at: expiresAt,
      created_by: createdBy,
    })
    .execute()
  return { shareId, token }
}

/** The organization that a token is of; undefined: it is none. */
export function organizationOfToken(token: string): string | undefined {
  const [, suffix] = /^([0-7][0-9a-hjkmnp-tv-z]{25})-[\w-]{32}$/.exec(token) ?? []
  return suffix === undefined ? undefined : `org_${suffix}`
}

/** The report of a token while it may be read. */
export async function findSharedReport(
  db: Reader,
  token: string,
): Promise<{ report: Report; expiresAt: Date } | undefined> {
  const row = await db
    .selectFrom('asv_share')
    .select(['report', 'expires_at'])
    .where('token_hash', '=', hashOf(token))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { report: completed(row.report), expiresAt: row.expires_at }
}

function completed(report: FrozenReport): Report {
  const days = gapDays({ now: new Date(report.generatedAt), timezone: report.timezone })
  const gaps = report.gaps.map((gap) => {
    const mentioning = Math.round((gap.ownRate * gap.n) / 100)
    return { ...days, basis: basisOf(gap.mode), ...ownRateOf({ ...gap, mentioning }), ...gap }
  })
  return { ...report, gaps }
}

export async function listShareRows(db: Reader, asked: PageAsked) {
  return listPage(db.selectFrom('asv_share'), asked, (all) =>
    all
      .select(['id', 'from_day', 'to_day', 'include_prompts', 'expires_at', 'revoked_at', 'created_by', 'created_at'])
      .orderBy('id', 'desc'),
  )
}

/** Ends a share; one that has ended stays as it is. */
export async function revokeShare(db: Writer, shareId: string): Promise<Date> {
  const row = await db
    .updateTable('asv_share')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', shareId)
    .returning('revoked_at')
    .executeTakeFirst()
  if (row?.revoked_at == null)
    throw new Refusal('not_found', 'There is no such shared report. listAsvShares names them.', {
      id: shareId.slice(0, 200),
    })
  return row.revoked_at
}

export function describeShare(
  row: Omit<ShareRow, 'organization_id' | 'token_hash' | 'report'>,
  now: Date,
): z.input<typeof shareOutput> {
  const { revoked_at: revokedAt, expires_at: expiresAt } = row
  return {
    id: storedId('share', row.id),
    from: row.from_day,
    to: row.to_day,
    includePrompts: row.include_prompts,
    state: revokedAt !== null ? 'revoked' : expiresAt <= now ? 'expired' : 'active',
    expiresAt: iso(expiresAt),
    revokedAt: iso(revokedAt),
    createdBy: row.created_by,
    createdAt: iso(row.created_at),
  }
}

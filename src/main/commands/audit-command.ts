import { keepAudit } from '#areas/account/index.ts'
import type { Surroundings } from '#main/surroundings.ts'
import { type Verified, verifyAudit } from '#work/verify-audit.ts'

import { askOrDo } from './beside-server.ts'
import { usageError } from './usage-error.ts'

export const auditUsage = 'masthead audit verify | masthead audit keep <organization slug> <days>'

const leastDays = 90

/** `verify` compares the audit log with its seals, `keep` says for how many days an organization keeps its records. */
export async function audit([what, ...args]: string[], surroundings: Surroundings): Promise<number> {
  if (what === 'verify' && args.length === 0) return verify(surroundings)
  const [slug, days = '', ...more] = args
  if (what !== 'keep' || slug === undefined || !/^\d{1,6}$/.test(days) || more.length > 0) throw usageError(auditUsage)
  return keep({ slug, days: Number(days) }, surroundings)
}

async function keep({ slug, days }: { slug: string; days: number }, surroundings: Surroundings): Promise<number> {
  if (days < leastDays) throw new Error(`Audit records are kept for at least ${leastDays} days.`)
  await askOrDo({ command: 'audit-keep', slug, days }, surroundings, ({ database }) =>
    keepAudit(database, { slug, days }),
  )
  surroundings.say(`The organization ${slug} keeps its audit records for ${days} days.`)
  return 0
}

/** Exit code 1 when something is not as it was sealed. */
async function verify(surroundings: Surroundings): Promise<number> {
  const found = (await askOrDo({ command: 'audit-verify' }, surroundings, ({ database, vault }) =>
    verifyAudit({ database, signing: vault }),
  )) as Verified[]
  const { say, warn } = surroundings
  for (const { organization, seals, sealed, unsealed, faults, notes } of found) {
    for (const fault of faults) warn(`${organization}: ${fault}`)
    for (const note of notes) say(`${organization}: ${note}`)
    if (faults.length === 0)
      say(
        `${organization}: ${sealed} records under ${seals} seals are unchanged; ${unsealed} are newer than the last seal.`,
      )
  }
  return found.some(({ faults }) => faults.length > 0) ? 1 : 0
}

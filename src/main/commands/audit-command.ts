import type { Surroundings } from '#main/surroundings.ts'
import { type Verified, verifyAudit } from '#work/verify-audit.ts'

import { askOrDo } from './beside-server.ts'

export const auditUsage = 'masthead audit verify'

/** Compares the audit log with its seals. Exit code 1 when something is not as it was sealed. */
export async function audit(args: string[], surroundings: Surroundings): Promise<number> {
  if (args.join(' ') !== 'verify') throw new Error(`Usage: ${auditUsage}`)
  const found = (await askOrDo({ command: 'audit-verify' }, surroundings, ({ database, vault }) =>
    verifyAudit({ database, signing: vault }),
  )) as Verified[]
  const { say, warn } = surroundings
  for (const { organization, seals, sealed, unsealed, faults, notes } of found) {
    for (const fault of faults) warn(`${organization}: ${fault}`)
    for (const note of notes) say(`${organization}: ${note}`)
    if (faults.length === 0)
      say(`${organization}: ${sealed} records under ${seals} seals are as they were written; ${unsealed} are newer.`)
  }
  return found.some(({ faults }) => faults.length > 0) ? 1 : 0
}

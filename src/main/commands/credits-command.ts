import { grantCredits, organizationBySlug } from '#areas/account/index.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import { usageError } from './usage-error.ts'

export type CreditsRequest = { slug: string; amount: number | 'unlimited' }

export const creditsUsage = 'masthead credits <organization slug> <+n|unlimited>'

/** Reads the arguments of `masthead credits`: one to nine digits after the plus. */
export function readCreditsArguments([slug, amount = '', ...more]: string[]): CreditsRequest {
  const isNumber = /^\+[1-9]\d{0,8}$/.test(amount)
  if (slug === undefined || more.length > 0 || (!isNumber && amount !== 'unlimited')) throw usageError(creditsUsage)
  return { slug, amount: amount === 'unlimited' ? amount : Number(amount) }
}

/** Grants the credits, with their entry in the ledger. The new balance; null is unlimited. Errors: `not_found`. */
export async function runCredits({ slug, amount }: CreditsRequest, database: TenantDatabase): Promise<number | null> {
  const organizationId = await database.asIdentity((db) => organizationBySlug(db, slug))
  return database.forOrganization({ organizationId }, 'write', ({ db }) => grantCredits(db, amount))
}

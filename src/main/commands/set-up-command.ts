import { parseArgs } from 'node:util'

import { createPasswords, type NewPair, setUp } from '#areas/account/index.ts'
import { furnishCollections } from '#areas/collections/index.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Log } from '#kernel/log.ts'
import type { Passwords } from '#kernel/passwords.ts'
import { loadDemo } from '#main/demo/load-demo.ts'
import type { Installation } from '#main/installation.ts'

import { UsageError, usageError } from './usage-error.ts'

export type SetUpRequest = { email: string; password: string; organization: string; demo: boolean }

export const setUpUsage = 'masthead setup --email <address> --password <password> --organization <name> [--demo]'

/** Reads the arguments of `masthead setup`. */
export function readSetUpArguments(args: string[]): SetUpRequest {
  const { email, password, organization, demo } = parsed(args)
  if (email === undefined || password === undefined || organization === undefined) throw usageError(setUpUsage)
  return { email, password, organization, demo }
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        email: { type: 'string' },
        password: { type: 'string' },
        organization: { type: 'string' },
        demo: { type: 'boolean', default: false },
      },
    }).values
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\nUsage: ${setUpUsage}`)
  }
}

export type SetUpParts = Pick<Installation, 'database' | 'renderer'> & {
  baseUrl: () => string
  log: Log
  /** None: those of the product (account.md#passwords). */
  passwords?: Passwords
}

/**
 * Creates a user and an organization, with sample content on request (account.md#first-set-up). Run again it adds another
 * pair, and refuses what exists, without a change.
 */
export async function runSetUp(request: SetUpRequest, parts: SetUpParts): Promise<NewPair & { sampleItems: number }> {
  const pair = await makePair(request, parts)
  if (!request.demo) return { ...pair, sampleItems: 0 }
  const { items } = await loadDemo({ ...pair, name: request.organization.trim() }, parts)
  return { ...pair, sampleItems: items }
}

async function makePair(
  { email, password, organization }: SetUpRequest,
  { database, passwords = createPasswords() }: SetUpParts,
): Promise<NewPair> {
  try {
    return await setUp(
      {
        asIdentity: database.asIdentity,
        forOrganization: database.forOrganization,
        passwords,
        furnish: furnishCollections,
      },
      { email, password, organizationName: organization },
    )
  } catch (error) {
    throw error instanceof Refusal ? inWords(error) : error
  }
}

function inWords(refusal: Refusal): Refusal {
  const { details } = refusal
  if (!Array.isArray(details)) return refusal
  const lines = details.map(({ path, message }) => `  --${path.slice(1).replace('Name', '')}: ${message}`)
  return new Refusal(refusal.code, [refusal.message, ...lines].join('\n'))
}

import type { Exclusion } from '#kernel/exclusion.ts'
import type { AnyOperation } from '#kernel/operation.ts'
import type { AnyProcedure } from '#kernel/procedure.ts'

import { catalog } from './catalog.ts'
import { procedures } from './procedures.ts'

type Place = { category: Exclusion; instead: string }

/**
 * What agents never get, by category: where a person does it, and the names that stay reserved although no part of Masthead
 * offers them. What exists declares its category itself.
 */
export const exclusions: Record<Exclusion, { instead: string; reserved: readonly string[] }> = {
  auth_internals: {
    instead: 'sign in to the web application and open Account',
    reserved: ['signIn', 'signOut'],
  },
  oauth_callback: {
    instead: 'connect the service in the web application',
    reserved: ['authorize', 'consent', 'token', 'register', 'revoke'],
  },
  credential_secret_creation: {
    instead: 'a signed-in person creates it',
    reserved: [],
  },
  cross_organization: {
    instead: 'use the organization menu of the web application',
    reserved: ['mergeOrganizations'],
  },
  billing_mutation: {
    instead: 'ask the operator of this installation',
    reserved: [
      'createCheckout',
      'openBillingPortal',
      'changePlan',
      'cancelSubscription',
      'buyCredits',
      'applyCoupon',
      'updatePaymentMethod',
    ],
  },
  superadmin: {
    instead: 'an operator uses the masthead command line',
    reserved: ['listAllOrganizations', 'setEntitlements', 'grantCredits', 'setFeatureFlag', 'suspendOrganization'],
  },
  impersonation: {
    instead: 'nobody can act as somebody else here',
    reserved: ['impersonateUser', 'stopImpersonation'],
  },
  internal_diagnostics: {
    instead: 'an operator uses masthead doctor',
    reserved: ['queueStats', 'workerHealth', 'dbStats', 'errorReports', 'reindex', 'replayOutbox', 'runMigrations'],
  },
  raw_data_access: {
    instead: 'nobody: data is read through operations',
    reserved: ['sqlQuery', 'dumpDatabase', 'rawStorageList'],
  },
  ui_only_state: {
    instead: 'the web application keeps it by itself',
    reserved: ['saveDraftCursor', 'dismissBanner', 'setColumnLayout', 'setTheme', 'saveCommandHistory'],
  },
}

const categories = new Map<string, Exclusion>([
  ...Object.entries(exclusions).flatMap(([category, { reserved }]) =>
    reserved.map((name) => [name, category as Exclusion] as const),
  ),
  ...procedures.map(({ name, excluded }: AnyProcedure) => [name, excluded] as const),
])

/** Why a name is kept from agents, or undefined when it is not. */
export function exclusionOf(name: string, op: AnyOperation | undefined): Place | undefined {
  if (op !== undefined) return op.excluded === undefined ? undefined : { category: op.excluded, instead: op.instead }
  const category = categories.get(name)
  return category === undefined ? undefined : { category, instead: exclusions[category].instead }
}

/** Every call that only people can make, with its category and where they make it, by name. */
export function excludedCalls(): readonly ({ name: string } & Place)[] {
  const all: readonly AnyOperation[] = Object.values(catalog).flatMap<AnyOperation>((operations) => [...operations])
  const ofOperations = all.flatMap(({ name, excluded, instead }) =>
    excluded === undefined ? [] : [{ name, category: excluded, instead }],
  )
  const ofProcedures = procedures.map(({ name, excluded, instead }) => ({ name, category: excluded, instead }))
  return [...ofOperations, ...ofProcedures].toSorted((one, other) => one.name.localeCompare(other.name))
}

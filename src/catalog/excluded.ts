import type { Exclusion } from '#kernel/exclusion.ts'
import type { AnyOperation } from '#kernel/operation.ts'

type Place = { category: Exclusion; instead: string }

/**
 * The procedures that agents never get, by category (operations.md 3.13). A name that no part of Masthead offers stays
 * reserved; one that exists declares the same category.
 */
export const excludedNames: Record<Exclusion, { names: readonly string[]; instead: string }> = {
  auth_internals: {
    names: [
      'signIn',
      'signOut',
      'signUp',
      'changePassword',
      'resetPassword',
      'verifyEmail',
      'changeEmail',
      'enrollMfa',
      'listSessions',
      'revokeSession',
      'acceptInvitation',
      'getInvitation',
      'listApprovals',
      'approveCall',
      'declineCall',
      'setApprovalPolicy',
      'requestPasswordReset',
      'requestEmailVerification',
      'confirmMfa',
      'disableMfa',
      'newRecoveryCodes',
      'getAccountSecurity',
      'signOutEverywhere',
      'listConnectedAgents',
      'listAgentNotices',
      'revokeGrant',
      'changeGrantScopes',
      'setApiKeyDisabled',
      'setKeyPolicy',
    ],
    instead: 'sign in to the web application and open Account',
  },
  oauth_callback: {
    names: [
      'authorize',
      'consent',
      'token',
      'register',
      'revoke',
      'slackOAuthCallback',
      'googleOAuthCallback',
      'webflowOAuthCallback',
      'shopifyOAuthCallback',
    ],
    instead: 'connect the service in the web application',
  },
  credential_secret_creation: {
    names: [
      'createApiKey',
      'rotateApiKey',
      'setLlmProviderKey',
      'setConnectorSecret',
      'createWebhookSecret',
      'rotateRevalidationSecret',
      'startOAuthConnection',
    ],
    instead: 'a signed-in person makes it',
  },
  cross_organization: {
    names: [
      'listMyOrganizations',
      'switchOrganization',
      'createOrganization',
      'deleteOrganization',
      'transferOwnership',
      'leaveOrganization',
      'mergeOrganizations',
    ],
    instead: 'use the organization menu of the web application',
  },
  billing_mutation: {
    names: [
      'createCheckout',
      'openBillingPortal',
      'changePlan',
      'cancelSubscription',
      'buyCredits',
      'applyCoupon',
      'updatePaymentMethod',
    ],
    instead: 'ask the operator of this installation',
  },
  superadmin: {
    names: ['listAllOrganizations', 'setEntitlements', 'grantCredits', 'setFeatureFlag', 'suspendOrganization'],
    instead: 'an operator uses the masthead command line',
  },
  impersonation: { names: ['impersonateUser', 'stopImpersonation'], instead: 'nobody acts as somebody else here' },
  internal_diagnostics: {
    names: ['queueStats', 'workerHealth', 'dbStats', 'errorReports', 'reindex', 'replayOutbox', 'runMigrations'],
    instead: 'an operator uses masthead doctor',
  },
  raw_data_access: {
    names: ['sqlQuery', 'dumpDatabase', 'rawStorageList'],
    instead: 'nobody: data is read through operations',
  },
  ui_only_state: {
    names: [
      'saveDraftCursor',
      'dismissBanner',
      'setColumnLayout',
      'setTheme',
      'presenceHeartbeat',
      'autosaveBuffer',
      'saveCommandHistory',
    ],
    instead: 'the web application keeps it by itself',
  },
}

/** Why a name is kept from agents, or undefined when it is not. */
export function exclusionOf(name: string, op: AnyOperation | undefined): Place | undefined {
  if (op !== undefined) return op.excluded === undefined ? undefined : { category: op.excluded, instead: op.instead }
  for (const [category, { names, instead }] of Object.entries(excludedNames)) {
    if (names.includes(name)) return { category: category as Exclusion, instead }
  }
  return undefined
}

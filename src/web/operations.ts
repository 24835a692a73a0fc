import type { z } from 'zod'

import type { Catalog } from '#catalog/catalog.ts'
import type { InstallationFacts } from '#catalog/installation-facts.ts'
import type { Procedures } from '#catalog/procedures.ts'

// Types only: no server code enters the bundle.
type Declared = Catalog[keyof Catalog][number] | Procedures
type Named<N extends Declared['name']> = Extract<Declared, { name: N }>

/** Every operation and every procedure of people by name, with its input and output. */
type Operations = {
  [N in Declared['name']]: { input: z.input<Named<N>['input']>; output: z.output<Named<N>['output']> }
} & {
  listOperations: { input: Record<string, never>; output: CatalogOfPerson }
  getInstallation: { input: Record<string, never>; output: InstallationFacts }
  listExcludedCalls: { input: Record<string, never>; output: { items: ExcludedCall[] } }
}

export type OperationName = keyof Operations
export type InputOf<N extends OperationName> = Operations[N]['input']
export type OutputOf<N extends OperationName> = Operations[N]['output']

/** What a screen reads: an operation with its input. */
export type Read = { [N in OperationName]: readonly [N, InputOf<N>] }[OperationName]

/** What a person may call, and the kinds of jobs that nobody waits for. */
type CatalogOfPerson = { catalogVersion: string; operations: CatalogEntry[]; backgroundJobs: string[] }

/** What the screens read of a discovery entry. */
export type CatalogEntry = {
  name: string
  title: string
  area: string
  scope: Scope | null
  riskLevel: string
  confirmation: 'never' | 'conditional' | 'always'
  idempotency: 'none' | 'optional' | 'required'
  allowed: boolean
  notAllowedBecause?: string
}

/** A call that only people make: its category, and where they do. */
export type ExcludedCall = { name: string; category: string; instead: string }

export type ApiKey = OutputOf<'listApiKeys'>['items'][number]
export type Scope = ApiKey['scopes'][number]

/** A key or an OAuth client, with what its calls say about it. */
export type ConnectedAgent = OutputOf<'listConnectedAgents'>['items'][number]
export type AgentNotice = OutputOf<'listAgentNotices'>['items'][number]

export type Member = OutputOf<'listMembers'>['items'][number]
export type Invitation = OutputOf<'listInvitations'>['items'][number]
export type Role = Member['role']
export type OrganizationSettingsOf = OutputOf<'getOrganizationSettings'>
export type AccountSecurity = OutputOf<'getAccountSecurity'>
export type Profile = OutputOf<'getProfile'>
export type OwnSession = OutputOf<'listSessions'>['sessions'][number]

export type ManagerQuery = InputOf<'listManagerItems'>
export type ManagerItem = OutputOf<'listManagerItems'>['items'][number]

export type AuditQuery = InputOf<'listAgentAuditLog'>
export type AuditRecord = OutputOf<'listAgentAuditLog'>['items'][number]

export type Approval = OutputOf<'listApprovals'>['items'][number]
export type ApprovalState = Approval['state']

export type Dashboard = OutputOf<'getDashboard'>
export type Attention = Dashboard['attention'][number]

export type Calendar = OutputOf<'listCalendar'>
export type CalendarDay = Calendar['days'][number]
export type CalendarEntry = CalendarDay['items'][number]

export type OnboardingStep = OutputOf<'getOnboardingStatus'>['steps'][number]

/** The result of every list (calls.md#lists-have-pages). */
export type ListOf<Row> = { items: Row[]; page: number; pageSize: number; total: number; hasMore: boolean }

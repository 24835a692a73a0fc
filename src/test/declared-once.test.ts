import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { agentKinds } from '#areas/agent-audit/connected-agents.ts'
import { callStatuses, credentialTypes } from '#areas/agent-audit/records.ts'
import { approvalStates } from '#areas/approvals/approvals.ts'
import { deliveryKinds, deliveryStates } from '#areas/integrations/deliveries.ts'
import { entryKinds } from '#areas/library/index.ts'
import { credentialStatuses } from '#kernel/credential-status.ts'
import { jobStates } from '#kernel/job.ts'
import { risks } from '#kernel/risk.ts'
import { schedules } from '#kernel/schedule.ts'
import { roles, scopes } from '#kernel/scope.ts'
import * as agents from '#web/areas/account/api-access/agents-search.ts'
import { allScopes } from '#web/areas/account/api-access/scopes.ts'
import * as audit from '#web/areas/agent-audit/audit-log/audit-search.ts'
import { approvalTabs } from '#web/areas/approvals/approvals/approvals-search.ts'
import * as deliveries from '#web/areas/integrations/deliveries/deliveries-search.ts'
import * as jobs from '#web/areas/jobs/jobs/jobs-search.ts'
import * as library from '#web/areas/library/entry-kinds.ts'
import { roleWords } from '#web/areas/organizations/role-words.ts'
import * as setUp from '#web/areas/visibility/set-up/set-up-types.ts'

const root = join(import.meta.dirname, '..')
const floors = '{kernel,platform,connectors,areas,catalog,work,faces,main}'
const declared = /const (\w+) = \[\s*('[\w-]+'(?:,\s*'[\w-]+')*),?\s*\] as const/g
// Where a schema has the values in it, and where a query asks for several of them.
const written = /(?:z\.(enum)\(|'(in)', )\[\s*('[\w-]+'(?:,\s*'[\w-]+')+),?\s*\]/g

test('the values of a field are declared in one place of the server', () => {
  const places = new Map<string, string[]>()
  for (const file of globSync(`${floors}/**/*.ts`, { cwd: root })) {
    if (/\.test\.ts$|\/test-/.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    const found = [...text.matchAll(declared)].map(([, name = '', values = '']) => ({ name, values }))
    for (const [, schema, query, values = ''] of text.matchAll(written))
      found.push({ name: schema ?? query ?? '', values })
    for (const { name, values } of found) {
      const key = values.replaceAll(/['\s]/g, '').split(',').toSorted().join(' ')
      places.set(key, [...(places.get(key) ?? []), `${name} in ${file}`])
    }
  }

  expect(places.size).toBeGreaterThan(50)
  expect([...places.values()].filter((declarations) => declarations.length > 1)).toEqual([])
})

// The web application takes types of the server, and no values: what it offers to choose from has a list of its own.
test.each<[string, readonly string[], readonly string[]]>([
  ['states of jobs', jobs.jobStates, jobStates],
  ['states of deliveries', deliveries.deliveryStates, deliveryStates],
  ['kinds of deliveries', deliveries.deliveryKinds, deliveryKinds],
  ['statuses of calls', audit.statuses, callStatuses],
  ['credentials of calls', audit.credentials, credentialTypes],
  ['risks', audit.risks, risks],
  ['statuses of agents', agents.agentStatuses, credentialStatuses],
  ['kinds of agents', agents.agentKinds, agentKinds],
  ['scopes', allScopes, scopes],
  ['roles', roleWords.map(({ role }) => role), roles],
  ['states of approvals', approvalTabs.filter((tab) => tab !== 'all'), approvalStates],
  ['kinds of entries', library.entryKinds, entryKinds],
  ['schedules', setUp.schedules.map(([name]) => name), schedules],
])('%s: the web application offers all that the server has', (_what, offered, all) => {
  expect(offered.toSorted()).toEqual(all.toSorted())
})

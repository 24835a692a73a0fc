import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Check, Minus } from 'lucide-react'

import { AgentIdentity } from '#web/areas/account/api-access/agent-identity.tsx'
import { Expiry, hasEnded } from '#web/areas/account/api-access/agent-table.tsx'
import { isKey, personOf, useOfAccess } from '#web/areas/account/api-access/agent-words.ts'
import { CalledOperation } from '#web/areas/account/api-access/called-operation.tsx'
import { scopeGroups } from '#web/areas/account/api-access/scope-words.ts'
import { useOrganization } from '#web/context.ts'
import type { ConnectedAgent } from '#web/operations.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { Time } from '#web/parts/time.tsx'

/** Where an agent comes from, whose it is, when it ends and how it was used last. */
export function AgentFacts({ agent, isAdmin }: { agent: ConnectedAgent; isAdmin: boolean }) {
  const { clientId, createdAt, lastOperation, lastUsedAt, lastUsedFrom, requestsToday } = agent
  const { slug } = useOrganization()
  return (
    <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-2 sm:grid-cols-[8.5rem_minmax(0,1fr)]">
      <Fact name={isKey(agent) ? 'Key' : 'Redirects to'}>
        <AgentIdentity agent={agent} />
      </Fact>
      {clientId && (
        <Fact name="Client id">
          <code className="text-sm break-all">{clientId}</code>
        </Fact>
      )}
      <Fact name={isKey(agent) ? 'Created by' : 'Allowed by'}>{personOf(agent)}</Fact>
      <Fact name={isKey(agent) ? 'Created' : 'Connected'}>
        <Time at={createdAt} />
      </Fact>
      <Fact name={hasEnded(agent) ? 'Ended' : 'Ends'}>
        <Expiry agent={agent} />
      </Fact>
      <Fact name="Last call">
        {lastUsedAt ? (
          <>
            {lastOperation && (
              <>
                <CalledOperation name={lastOperation} />,{' '}
              </>
            )}
            <Time at={lastUsedAt} />
            {lastUsedFrom && <span className="wrap-anywhere text-muted"> from {lastUsedFrom}</span>}
          </>
        ) : (
          'Never'
        )}
      </Fact>
      <Fact name="Calls today">
        <span className="tabular-nums">{requestsToday.toLocaleString('en')}</span>
        {isAdmin && (
          <Link
            to="/o/$orgSlug/settings/audit-log"
            params={{ orgSlug: slug }}
            search={{ agent: agent.id }}
            className="block text-muted underline underline-offset-3 hover:text-ink"
          >
            All calls in the audit log
          </Link>
        )}
      </Fact>
      <Fact name="Id">
        <span className="-mt-0.5 -mb-1.5 flex flex-wrap items-baseline gap-x-3">
          <code className="text-sm break-all">{agent.id}</code>
          {/* On a line of its own its words begin where the id does. */}
          <span className="-ml-3">
            <CopyButton text={agent.id} label="Copy" look="quiet" />
          </span>
        </span>
      </Fact>
    </dl>
  )
}

/** What the agent may do, in plain words, and what of that it needed lately. */
export function AgentAccess({ agent }: { agent: ConnectedAgent }) {
  const groups = scopeGroups
    .map((group) => ({ ...group, scopes: group.scopes.filter(({ scope }) => agent.scopes.includes(scope)) }))
    .filter(({ scopes }) => scopes.length > 0)
  return (
    <section aria-labelledby="access-of-agent">
      <h3 id="access-of-agent" className="font-semibold">
        Access
      </h3>
      <p className="mb-3 text-sm text-muted">{useOfAccess(agent)}.</p>
      <div className="flex flex-col gap-4">
        {groups.map(({ title, scopes }) => (
          <div key={title}>
            <h4 className="mb-1 text-sm font-medium text-muted">{title}</h4>
            <ul>
              {scopes.map(({ scope, label }) => (
                <li key={scope} className="flex items-center gap-3 border-b border-line py-2">
                  <span className="min-w-0 flex-1">{label}</span>
                  <Used isUsed={agent.usedScopes.includes(scope)} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </section>
  )
}

function Used({ isUsed }: { isUsed: boolean }) {
  const Icon = isUsed ? Check : Minus
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 text-sm whitespace-nowrap',
        isUsed ? 'text-ok-ink' : 'text-muted',
      )}
    >
      <Icon aria-hidden size={14} strokeWidth={1.75} />
      {isUsed ? 'Used' : 'Not used'}
    </span>
  )
}

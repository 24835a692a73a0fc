import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { CreateKey } from '#web/areas/account/api-access/create-key.tsx'
import { KeyActions } from '#web/areas/account/api-access/key-actions.tsx'
import { KeyFilters } from '#web/areas/account/api-access/key-filters.tsx'
import { KeyNotices } from '#web/areas/account/api-access/key-notices.tsx'
import { useKeyWarnings } from '#web/areas/account/api-access/use-key-warnings.ts'
import { KeyPolicy } from '#web/areas/account/api-access/key-policy.tsx'
import { KeySecret, type FreshKey } from '#web/areas/account/api-access/key-secret.tsx'
import { KeyTable, KeyTableSkeleton } from '#web/areas/account/api-access/key-table.tsx'
import { keysQuery, keysSearch, type KeysSearch } from '#web/areas/account/api-access/keys-search.ts'
import { RevokeKeys } from '#web/areas/account/api-access/revoke-keys.tsx'
import { RotateKey } from '#web/areas/account/api-access/rotate-key.tsx'
import { Snippets } from '#web/areas/account/api-access/snippets.tsx'
import { SwitchKey } from '#web/areas/account/api-access/switch-key.tsx'
import type { ApiKey } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Settings > API & MCP access: the keys of the organization, and how an agent uses one. */
export function ApiAccess() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/api' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/api' })
  const { session, organization } = useRouteContext({ from: '/o/$orgSlug' })
  const isAdmin = organization.role === 'owner' || organization.role === 'admin'
  const input = keysQuery(asked)
  const keys = useOperation('listApiKeys', input)
  const catalog = useOperation('listOperations', {}, { staleTime: 300_000 })
  const warnings = useKeyWarnings(session.user.id)
  const [open, setOpen] = useState<Open>(null)
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const close = () => setOpen(null)
  const go = (next: KeysSearch) => {
    setMarked(new Set())
    void navigate({ search: keysSearch(next) })
  }

  const operations = catalog.data?.operations ?? []
  const maxKeyDays = keys.data?.maxKeyDays ?? 90
  const chosen = (keys.data?.items ?? []).filter(({ id, status }) => marked.has(id) && status !== 'revoked')
  return (
    <Page
      title="API & MCP access"
      lead="An API key lets an agent or a program work in this organization, within the scopes that you give it."
      actions={
        <>
          <ViaApi name="listApiKeys" input={input} />
          <Button look="primary" onClick={() => setOpen({ what: 'create' })} disabled={!catalog.data}>
            <Plus aria-hidden strokeWidth={1.75} /> Create key
          </Button>
        </>
      }
    >
      {catalog.error && (
        <div className="mb-4">
          <Problem error={catalog.error} onRetry={() => void catalog.refetch()} />
        </div>
      )}
      <KeyNotices {...warnings} />
      {/* Drawn anew below the notices: moved down by them it would jump. */}
      <section
        key={warnings.isPending ? 'waiting' : 'known'}
        aria-label="API keys"
        className="rounded-xl border border-line bg-surface shadow-card"
      >
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-3">
          <h2 className="font-semibold">API keys</h2>
          <KeyFilters asked={asked} isAdmin={isAdmin} onChange={go} />
        </div>
        {chosen.length > 0 && (
          <div role="status" className="flex flex-wrap items-center gap-3 border-b border-line bg-raised px-4 py-2">
            <p className="flex-1">{chosen.length === 1 ? 'One key is marked.' : `${chosen.length} keys are marked.`}</p>
            <Button onClick={() => setMarked(new Set())}>Unmark</Button>
            <Button look="danger" onClick={() => setOpen({ what: 'revoke', keys: chosen })}>
              Revoke
            </Button>
          </div>
        )}
        {keys.isPending && <KeyTableSkeleton />}
        {keys.error && !keys.data && (
          <div className="p-4">
            <Problem error={keys.error} onRetry={() => void keys.refetch()} />
          </div>
        )}
        {keys.data && keys.data.items.length === 0 && (
          <NoKeys isNarrowed={Boolean(asked.status ?? asked.createdBy ?? asked.scope)} onClear={() => go({})} />
        )}
        {keys.data && keys.data.items.length > 0 && (
          <KeyTable
            keys={keys.data.items}
            marks={isAdmin ? { marked, onMark: (id) => setMarked(toggled(marked, id)) } : null}
            actions={(key) => (
              <KeyActions
                apiKey={key}
                isOwn={key.createdBy.userId === session.user.id}
                isAdmin={isAdmin}
                onRotate={() => setOpen({ what: 'rotate', key })}
                onSwitch={() => setOpen({ what: 'switch', key })}
                onRevoke={() => setOpen({ what: 'revoke', keys: [key] })}
              />
            )}
          />
        )}
        {keys.data && <Pagination list={keys.data} onPage={(page) => go({ ...asked, page })} />}
        {keys.data && <KeyPolicy maxKeyDays={keys.data.maxKeyDays} />}
      </section>

      {/* Below a list whose length is not known yet it would move. */}
      {!keys.isPending && (
        <section aria-labelledby="use-a-key" className="mt-10">
          <h2 id="use-a-key" className="text-lg font-semibold">
            Use a key
          </h2>
          <p className="mt-1 mb-4 max-w-2xl text-muted">
            Send it as the header <code>X-API-Key</code>. Some clients then say “not logged in”: a key works without a
            login.
          </p>
          <Snippets canWrite={false} />
        </section>
      )}

      {open?.what === 'create' && (
        <CreateKey
          catalog={operations}
          maxKeyDays={maxKeyDays}
          onClose={close}
          onCreated={(key) => setOpen({ what: 'secret', key })}
        />
      )}
      {open?.what === 'secret' && <KeySecret fresh={open.key} onStored={close} />}
      {open?.what === 'rotate' && (
        <RotateKey
          apiKey={open.key}
          maxKeyDays={maxKeyDays}
          onClose={close}
          onRotated={(key) => setOpen({ what: 'secret', key })}
        />
      )}
      {open?.what === 'switch' && <SwitchKey apiKey={open.key} onClose={close} />}
      {open?.what === 'revoke' && <RevokeKeys keys={open.keys} onClose={close} />}
    </Page>
  )
}

type Open =
  | { what: 'create' }
  | { what: 'secret'; key: FreshKey }
  | { what: 'rotate' | 'switch'; key: ApiKey }
  | { what: 'revoke'; keys: readonly ApiKey[] }
  | null

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((one) => one !== id)) : new Set([...ids, id])
}

function NoKeys({ isNarrowed, onClear }: { isNarrowed: boolean; onClear(): void }) {
  if (isNarrowed)
    return (
      <EmptyState
        icon={<KeyRound strokeWidth={1.75} />}
        title="No such keys"
        action={<Button onClick={onClear}>Show all</Button>}
      >
        No key here fits what you chose.
      </EmptyState>
    )
  return (
    <EmptyState icon={<KeyRound strokeWidth={1.75} />} title="No API keys yet">
      Create one and give it to an agent. You choose what it may do and how long it lives, and you can revoke it at any
      time.
    </EmptyState>
  )
}

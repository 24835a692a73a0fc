import { useNavigate, useRouteContext, useSearch } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { CreateKey } from '#web/areas/account/api-access/create-key.tsx'
import { grantable } from '#web/areas/account/api-access/grantable.ts'
import { KeySecret, type FreshKey } from '#web/areas/account/api-access/key-secret.tsx'
import { KeyTable, KeyTableSkeleton } from '#web/areas/account/api-access/key-table.tsx'
import { keysQuery, keysSearch, keyStatuses, type KeysSearch } from '#web/areas/account/api-access/keys-search.ts'
import { RevokeKey } from '#web/areas/account/api-access/revoke-key.tsx'
import { Snippets } from '#web/areas/account/api-access/snippets.tsx'
import type { ApiKey } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Pagination } from '#web/parts/pagination.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Select } from '#web/parts/select.tsx'
import { ViaApi } from '#web/parts/via-api.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Settings > API & MCP access: the keys of the organization, and how an agent uses one. */
export function ApiAccess() {
  const asked = useSearch({ from: '/o/$orgSlug/settings/api' })
  const navigate = useNavigate({ from: '/o/$orgSlug/settings/api' })
  const { session } = useRouteContext({ from: '/o/$orgSlug' })
  const input = keysQuery(asked)
  const keys = useOperation('listApiKeys', input)
  const catalog = useOperation('listOperations', {}, { staleTime: 300_000 })
  const [open, setOpen] = useState<Open>(null)
  const go = (next: KeysSearch) => void navigate({ search: keysSearch(next) })
  const close = () => setOpen(null)

  const operations = catalog.data?.operations ?? []
  const mayRevokeAny = grantable('org:write', operations).isGrantable
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
      <section aria-label="API keys" className="rounded-xl border border-line bg-surface shadow-card">
        <div className="flex items-center justify-between gap-3 border-b border-line px-4 py-3">
          <h2 className="font-semibold">API keys</h2>
          <Select
            label="Status of the keys"
            value={asked.status ?? ''}
            options={[['', 'All'], ...keyStatuses.map((name) => [name, capitalized(name)] as const)]}
            onChange={(status) => go(keysSearch({ status }))}
          />
        </div>
        {keys.isPending && <KeyTableSkeleton />}
        {keys.error && !keys.data && (
          <div className="p-4">
            <Problem error={keys.error} onRetry={() => void keys.refetch()} />
          </div>
        )}
        {keys.data && keys.data.items.length === 0 && <NoKeys status={asked.status} onClear={() => go({})} />}
        {keys.data && keys.data.items.length > 0 && (
          <KeyTable
            keys={keys.data.items}
            mayRevoke={(key) => mayRevokeAny || key.createdBy.userId === session.user.id}
            onRevoke={(key) => setOpen({ what: 'revoke', key })}
          />
        )}
        {keys.data && <Pagination list={keys.data} onPage={(page) => go({ ...asked, page })} />}
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
        <CreateKey catalog={operations} onClose={close} onCreated={(key) => setOpen({ what: 'secret', key })} />
      )}
      {open?.what === 'secret' && <KeySecret fresh={open.key} onStored={close} />}
      {open?.what === 'revoke' && <RevokeKey apiKey={open.key} onClose={close} />}
    </Page>
  )
}

type Open = { what: 'create' } | { what: 'secret'; key: FreshKey } | { what: 'revoke'; key: ApiKey } | null

function NoKeys({ status, onClear }: { status: string | undefined; onClear(): void }) {
  if (status)
    return (
      <EmptyState
        icon={<KeyRound strokeWidth={1.75} />}
        title={`No ${status} keys`}
        action={<Button onClick={onClear}>Show all</Button>}
      >
        No key of this organization has this status.
      </EmptyState>
    )
  return (
    <EmptyState icon={<KeyRound strokeWidth={1.75} />} title="No API keys yet">
      Create one and give it to an agent. You choose what it may do and how long it lives, and you can revoke it at any
      time.
    </EmptyState>
  )
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

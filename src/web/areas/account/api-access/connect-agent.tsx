import { useState } from 'react'

import { ClientGuide, type ClientName, clients } from '#web/areas/account/api-access/client-guide.tsx'
import { type Narrowing, narrowedUrl, placeholder } from '#web/areas/account/api-access/client-snippets.ts'
import { NarrowTools } from '#web/areas/account/api-access/narrow-tools.tsx'
import { TestConnection } from '#web/areas/account/api-access/test-connection.tsx'
import type { CatalogEntry } from '#web/operations.ts'
import { CopyButton } from '#web/parts/copy-button.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { Tabs } from '#web/parts/tabs.tsx'

type Props = {
  catalog: readonly CatalogEntry[]
  canWrite: boolean
  /** The secret while it is visible; the guides then cover the key only. */
  secret?: string
  onTested?: () => void
}

const all: Narrowing = { areas: [], readOnly: false, granted: false, search: false }

/** The address of the MCP endpoint, and how to connect each client to it: by signing in, or with a key. */
export function ConnectAgent({ catalog, canWrite, secret, onTested }: Props) {
  const [wayChosen, setWay] = useState<'oauth' | 'key'>('oauth')
  const way = secret === undefined ? wayChosen : 'key'
  const [clientChosen, setClient] = useState<ClientName>('claude-code')
  const [narrowing, setNarrowing] = useState(all)
  const offered = clients.filter(({ takes }) => takes === 'both' || takes === way)
  const client = offered.find(({ value }) => value === clientChosen)?.value ?? 'claude-code'
  const url = narrowedUrl(`${location.origin}/mcp`, narrowing)
  const isTestable = way === 'oauth' || secret !== undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="rounded-xl border border-line bg-surface px-4 py-3">
        <p className="text-sm text-muted">Address for MCP clients</p>
        <div className="mt-1 flex flex-wrap items-center gap-2">
          <code data-testid="mcp-address" className="basis-full break-all select-all">
            {url}
          </code>
          <CopyButton text={url} label="Copy address" />
          {isTestable && (
            <TestConnection key={way} connection={{ url, key: secret ?? null }} {...(onTested ? { onTested } : {})} />
          )}
        </div>
      </div>
      {secret === undefined && <RadioGroup label="How does it connect?" value={way} options={ways} onChange={setWay} />}
      <Tabs label="Clients" tabs={offered} value={client} onChange={setClient}>
        <ClientGuide
          client={client}
          connection={{ url, key: way === 'key' ? (secret ?? placeholder) : null }}
          canWrite={canWrite}
        />
      </Tabs>
      {client !== 'curl' && <NarrowTools catalog={catalog} narrowing={narrowing} onChange={setNarrowing} />}
      {way === 'key' && (
        <p className="max-w-2xl text-sm text-muted">
          A key is sent as the header <code>X-API-Key</code>. Some clients label such a connection “not logged in”,
          because there is no sign-in: it works all the same.
        </p>
      )}
    </div>
  )
}

const ways = [
  { value: 'oauth', label: 'Sign in (OAuth)', hint: 'You allow it on a page of Masthead. Nothing to copy or keep.' },
  { value: 'key', label: 'API key', hint: 'For programs without a browser, and where you choose when it ends.' },
] as const

import { ConnectAgent } from '#web/areas/account/api-access/connect-agent.tsx'
import { grantable } from '#web/areas/account/api-access/grantable.ts'
import type { CatalogEntry } from '#web/operations.ts'

/** API & MCP access: how to connect an agent. */
export function ConnectSection({ catalog }: { catalog: readonly CatalogEntry[] }) {
  return (
    <section aria-labelledby="connect" className="mt-10 max-w-4xl">
      <h2 id="connect" tabIndex={-1} className="scroll-mt-20 t-sub outline-none">
        API & MCP access
      </h2>
      <p className="mt-1 mb-5 max-w-2xl text-muted">
        How an agent or a program is connected. Whatever it is, it can do at most what your role can, and only what you
        allow it.
      </p>
      <ConnectAgent catalog={catalog} canWrite={grantable('content:write', catalog).isGrantable} />
    </section>
  )
}

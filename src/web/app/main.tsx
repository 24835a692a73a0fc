import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

import { createAppRouter } from '#web/app/router.ts'
import { createClient } from '#web/client.ts'
import { ClientContext, LiveContext } from '#web/context.ts'
import { forgetEarly } from '#web/early.ts'
import { createGate } from '#web/gate.ts'
import { createLateLiveEvents } from '#web/late-live-events.ts'

import './style.css'

/** Where the time of the last reload is kept. */
const reloadedAt = 'reloaded-at'

const gate = createGate()
const client = createClient(gate)
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000 } } })
const live = createLateLiveEvents(queries)
const router = createAppRouter({ client, gate, queries, moved: { current: false } })

addEventListener('vite:preloadError', () => void reloadAfterDeploy())
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
forgetEarly()
// In pieces (web.md#large-screens-draw-in-pieces).
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <ClientContext value={client}>
          <LiveContext value={live}>
            <RouterProvider router={router} />
          </LiveContext>
        </ClientContext>
      </QueryClientProvider>
    </StrictMode>,
  ),
)

/**
 * Reloads when a chunk is gone because the server has another build by now; not again within a minute, so that it cannot loop. A server
 * that is away says nothing of its build: what somebody is writing stays on the screen.
 */
async function reloadAfterDeploy(): Promise<void> {
  const last = Number(sessionStorage.getItem(reloadedAt) ?? 0)
  if (Date.now() - last < 60_000) return
  const page = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).catch(() => undefined)
  if (page?.ok !== true) return
  sessionStorage.setItem(reloadedAt, String(Date.now()))
  location.reload()
}

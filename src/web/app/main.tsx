import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createAppRouter } from '#web/app/router.tsx'
import { reloadAfterDeploy } from '#web/app/reload-after-deploy.ts'
import { createClient } from '#web/client.ts'
import { ClientContext, LiveContext } from '#web/context.ts'
import { createGate } from '#web/gate.ts'
import { createLiveEvents } from '#web/live-events.ts'
import './style.css'

const gate = createGate()
const client = createClient(gate)
const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 5000 } } })
const live = createLiveEvents({ queries })
const router = createAppRouter({ client, gate, queries, moved: { current: false } })

reloadAfterDeploy()
const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
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
)

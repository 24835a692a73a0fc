import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router'

import type { Client } from '#web/client.ts'
import type { Gate } from '#web/gate.ts'

export type AppContext = {
  client: Client
  gate: Gate
  queries: QueryClient
  /** Whether the person has navigated within the application: only then does a page take the focus. */
  moved: { current: boolean }
}

export const root = createRootRouteWithContext<AppContext>()({ component: Outlet })

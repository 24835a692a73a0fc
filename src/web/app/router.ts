import { createRouter, lazyRouteComponent, type RouterHistory } from '@tanstack/react-router'

import { doorRoutes } from '#web/app/door-routes.ts'
import { organization } from '#web/app/organization-route.ts'
import { organizationRoutes } from '#web/app/organization-routes.ts'
import { root, type AppContext } from '#web/app/root-route.ts'
import { RouteFault } from '#web/app/route-fault.tsx'

const NotFound = lazyRouteComponent(() => import('#web/app/not-found.tsx'), 'NotFound')

export function createAppRouter(context: AppContext, history?: RouterHistory) {
  const router = createRouter({
    routeTree,
    context,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    scrollRestoration: true,
    defaultErrorComponent: RouteFault,
    defaultNotFoundComponent: NotFound,
  })
  router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
    if (fromLocation && pathChanged) context.moved.current = true
  })
  return router
}

const routeTree = root.addChildren([...doorRoutes(), organization.addChildren(organizationRoutes())])

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
}

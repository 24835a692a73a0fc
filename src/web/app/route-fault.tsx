import type { ErrorComponentProps } from '@tanstack/react-router'

import { Surrounded } from '#web/app/surrounded.tsx'
import { Problem } from '#web/parts/problem.tsx'

/** Replaces a route that failed; the shell around it stays. */
export function RouteFault({ error, reset }: ErrorComponentProps) {
  return (
    <Surrounded title="This page could not be shown">
      <Problem error={error} onRetry={reset} />
    </Surrounded>
  )
}

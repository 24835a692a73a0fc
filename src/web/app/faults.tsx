import { Link, type ErrorComponentProps } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { buttonLook } from '#web/parts/button.tsx'
import { usePageHeading } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'

/** Stands in the place of a route that failed; the shell around it stays. */
export function RouteFault({ error, reset }: ErrorComponentProps) {
  return (
    <section className="mx-auto w-full max-w-2xl px-4 py-12">
      <h1 className="mb-4 text-2xl font-semibold tracking-tight">This page could not be shown</h1>
      <Problem error={error} onRetry={reset} />
    </section>
  )
}

export function NotFound() {
  const heading = usePageHeading('Page not found')
  return (
    <section className="mx-auto flex w-full max-w-md flex-col items-center px-4 py-24 text-center">
      <div aria-hidden className="mb-4 grid size-11 place-items-center rounded-xl bg-raised text-muted">
        <Compass size={20} strokeWidth={1.75} />
      </div>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
        Page not found
      </h1>
      <p className="mt-2 mb-6 text-muted">This page does not exist, or you have no access to it.</p>
      <Link to="/" className={buttonLook('secondary')}>
        Go to the start page
      </Link>
    </section>
  )
}

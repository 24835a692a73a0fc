import type { ReactNode } from 'react'
import { ThemeToggle } from '#web/parts/theme-toggle.tsx'
import { Logo } from '#web/parts/logo.tsx'
import { usePageHeading } from '#web/parts/page.tsx'

/** A page outside any organization: the name of the product, one heading, one card. */
export function PlainPage({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const heading = usePageHeading(title)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-13 items-center justify-between px-4 md:px-6">
        <p className="flex items-center gap-2.5 font-semibold">
          <Logo /> Masthead
        </p>
        <ThemeToggle />
      </header>
      <main className="flex flex-1 justify-center px-4 pt-8 pb-16 sm:items-center sm:pt-0">
        <div className="w-full max-w-105">
          <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
            {title}
          </h1>
          {lead && <p className="mt-1.5 text-muted">{lead}</p>}
          <div className="mt-6 rounded-2xl border border-line bg-surface p-6 shadow-card">{children}</div>
        </div>
      </main>
    </div>
  )
}

import type { ReactNode } from 'react'

import { usePageHeading } from '#web/parts/page.tsx'
import { ThemeToggle } from '#web/parts/theme-toggle.tsx'

type Props = {
  title: string
  lead?: ReactNode
  /** What stands at the left instead of what the product is for. */
  aside?: ReactNode
  children: ReactNode
}

/** A page outside any organization: the name of the product and what it stands for at the left, the page itself at the right. */
export function PlainPage({ title, lead, aside, children }: Props) {
  const heading = usePageHeading(title)
  return (
    <div className="min-h-dvh md:grid md:grid-cols-2">
      <header className="flex items-start justify-between border-line px-4 pt-5 md:flex-col md:border-r md:px-16 md:py-12">
        <p className="font-serif text-[24px] leading-8 font-semibold tracking-tight">Masthead</p>
        {aside ?? (
          <p className="max-w-[480px] font-serif text-[40px] leading-[46px] tracking-[-.02em] text-balance max-md:hidden">
            Read it, change it, and press <span className="text-press-ink">red</span> only when you mean it.
          </p>
        )}
        <div className="md:-ml-2">
          <ThemeToggle />
        </div>
      </header>
      <main className="flex justify-center bg-surface px-4 pt-8 pb-16 max-md:min-h-[calc(100dvh-64px)] max-md:bg-paper md:items-center md:py-10">
        <div className="w-full max-w-[380px]">
          <h1 ref={heading} tabIndex={-1} className="t-page">
            {title}
          </h1>
          {lead && <p className="mt-1 text-muted">{lead}</p>}
          <div className="mt-5">{children}</div>
        </div>
      </main>
    </div>
  )
}

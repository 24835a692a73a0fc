import type { ReactNode } from 'react'

/** One part in one of its states. */
export function Story({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="border-t border-line pt-4 pb-5">
      <h2 className="t-head mb-3">{title}</h2>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import { cardLook } from '#web/parts/card-look.ts'

/** One part in one of its states. */
export function Story({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={`${cardLook} p-5`}>
      <h2 className="mb-4 font-semibold">{title}</h2>
      {children}
    </section>
  )
}

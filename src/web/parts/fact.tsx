import type { ReactNode } from 'react'

/** One line of a list of facts (`dl`): its name and what it says. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  )
}

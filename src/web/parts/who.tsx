import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type Props = { children: ReactNode; isAgent?: boolean; className?: string }

/** Who did it: a person is ink, an agent is teal with a diamond. The name is untrusted text and only ever shown as such. */
export function Who({ children, isAgent = false, className }: Props) {
  if (!isAgent) return <span className={className}>{children}</span>
  return (
    <span className={clsx('font-medium text-agent-ink', className)}>
      <span aria-hidden className="diamond" />
      {children}
    </span>
  )
}

/** The first letters of a person's name in a disc. */
export function Initials({ name }: { name: string }) {
  const letters = name
    .split(/[\s.@]+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
  return (
    <span
      aria-hidden
      className="grid size-[22px] shrink-0 place-items-center rounded-full bg-ink text-[10px] font-semibold text-paper"
    >
      {letters.join('')}
    </span>
  )
}

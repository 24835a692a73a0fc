import type { ReactNode } from 'react'

type Props = {
  title: string
  children: ReactNode
  action?: ReactNode
  /** The screen has nothing else yet (web.md#one-thing-to-do-first): the headline is as large as a finding. */
  isBare?: boolean
}

/** Why there is nothing: one headline, what it will be, one button. */
export function EmptyState({ title, children, action, isBare = false }: Props) {
  return (
    <div className="max-w-[560px] py-10">
      <h2 className={isBare ? 't-desk' : 't-sub'}>{title}</h2>
      <div className="mt-1 text-muted">{children}</div>
      {action && <div className="mt-4 flex flex-wrap gap-2 [&>.bg-ink]:-order-1">{action}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'

type Props = { title: string; children: ReactNode; action?: ReactNode }

/** Why there is nothing: one headline, what it will be, one button. */
export function EmptyState({ title, children, action }: Props) {
  return (
    <div className="max-w-[520px] py-10">
      <h2 className="t-sub">{title}</h2>
      <div className="mt-1 text-muted">{children}</div>
      {action && <div className="mt-4 flex flex-wrap gap-2">{action}</div>}
    </div>
  )
}

import type { ReactNode } from 'react'

type Props = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode }

export function EmptyState({ icon, title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <div aria-hidden className="mb-4 grid size-11 place-items-center rounded-xl bg-raised text-muted [&>svg]:size-5">
        {icon}
      </div>
      <h2 className="text-lg font-semibold">{title}</h2>
      <div className="mt-1.5 max-w-md text-muted">{children}</div>
      {action && <div className="mt-5">{action}</div>}
    </div>
  )
}

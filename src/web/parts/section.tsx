import { useId, type ReactNode } from 'react'

type Props = { title: string; lead?: ReactNode; state?: ReactNode; actions?: ReactNode; children?: ReactNode }

/** One subject of a settings page: what it is, how it stands, what can be done. */
export function Section({ title, lead, state, actions, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-surface shadow-card">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 py-4">
        <div className="max-w-xl min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={id} className="text-lg font-semibold">
              {title}
            </h2>
            {state}
          </div>
          {lead && <div className="mt-1 text-muted">{lead}</div>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children && <div className="border-t border-line">{children}</div>}
    </section>
  )
}

import type { ReactNode } from 'react'

type SectionProps = { id?: string; title: string; about: string; children: ReactNode }

/** One subject of the settings: what it is about at its side. */
export function SettingsSection({ id, title, about, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-label={title}
      className="grid scroll-mt-18 gap-x-10 gap-y-4 border-line not-first:border-t not-first:pt-6 lg:grid-cols-[240px_minmax(0,1fr)]"
    >
      <div>
        <h2 className="t-sub">{title}</h2>
        <p className="mt-1 text-muted">{about}</p>
      </div>
      <div className="max-w-xl">{children}</div>
    </section>
  )
}

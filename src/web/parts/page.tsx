import { clsx } from 'clsx'
import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useRef, type ReactNode } from 'react'
import { nameDocument } from '#web/document-title.ts'

type Props = { title: string; lead?: ReactNode; actions?: ReactNode; children: ReactNode; isWide?: boolean }

/** A screen: its one heading, which takes the focus after a change of route, and its content. Wide tables get the width. */
export function Page({ title, lead, actions, children, isWide = false }: Props) {
  const heading = usePageHeading(title)
  return (
    <div className={clsx('mx-auto w-full px-4 py-6 md:px-8 md:py-8', isWide ? 'max-w-[96rem]' : 'max-w-6xl')}>
      <div className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="max-w-2xl">
          <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold tracking-tight">
            {title}
          </h1>
          {lead && <p className="mt-1 text-muted">{lead}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </div>
  )
}

/** Names the document after the page and moves the focus to its heading, except on the first page that is loaded. */
export function usePageHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { moved } = useRouteContext({ from: '__root__' })
  useEffect(() => {
    nameDocument(title)
    if (moved.current) heading.current?.focus()
  }, [title, moved])
  return heading
}

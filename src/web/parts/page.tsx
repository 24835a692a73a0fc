import { useRouteContext } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'

import { nameDocument } from '#web/document-title.ts'

type Props = {
  /** The name of the screen, or its finding in a sentence. */
  title: string
  /** The heading where it is more than its text, such as a name in teal. */
  heading?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** A finding is larger. */
  isFinding?: boolean
  /** What stands beside the content over the whole height, such as a peek. */
  rail?: ReactNode
  /** Lists have the full width, texts and forms 960 px. */
  isWide?: boolean
}

/** A screen: its one heading, which takes the focus after a change of route, and its content. */
export function Page({ title, heading, lead, actions, children, rail, isFinding = false, isWide = false }: Props) {
  const first = usePageHeading(title)
  const headline = (
    <h1 ref={first} tabIndex={-1} className={clsx('wrap-anywhere', isFinding ? 't-desk' : 't-page')}>
      {heading ?? title}
    </h1>
  )
  const screen = (
    <div className={clsx('w-full min-w-0 px-4 pt-5 pb-8 md:px-8', !isWide && 'max-w-[1024px]')}>
      {/* A finding has the whole width, above what is done with it. */}
      {isFinding && headline}
      <div
        className={clsx(
          'mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3',
          // web.md#one-double-rule
          (isFinding || lead) && 'double-rule pb-3',
        )}
      >
        <div className="min-w-0 max-w-3xl">
          {!isFinding && headline}
          {lead && <p className="mt-0.5 text-muted">{lead}</p>}
        </div>
        {actions && <div className={clsx('page-actions', isFinding && 'md:-mt-2')}>{actions}</div>}
      </div>
      {children}
    </div>
  )
  return (
    <div className="flex items-start">
      {screen}
      {rail}
    </div>
  )
}

/** Names the document after the page and moves the focus to its heading, except on the first page that is loaded. */
export function usePageHeading(title: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { moved } = useRouteContext({ from: '__root__' })
  useEffect(() => {
    nameDocument(title)
    // A title that changes while somebody writes, such as that of a saved article, takes nobody's words away.
    if (moved.current && !isWriting()) heading.current?.focus()
  }, [title, moved])
  return heading
}

function isWriting(): boolean {
  return document.activeElement?.matches('input, textarea, select, [contenteditable=true]') ?? false
}

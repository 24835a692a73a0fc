import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ContentSearch } from '#web/areas/content/content-list/content-search.ts'
import { useOrganization } from '#web/context.ts'

type Props = {
  id: string
  className?: string
  /** The state of the content list, where the link is in it. */
  list?: ContentSearch
  children: ReactNode
}

/** The link to an item, wherever one stands: the one place that knows its address. */
export function ItemLink({ id, className, list, children }: Props) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/content"
      params={{ orgSlug: slug }}
      search={{ ...list, peek: id }}
      resetScroll={false}
      activeProps={{}}
      className={className}
      {...(list ? { 'data-row-link': true } : {})}
    >
      {children}
    </Link>
  )
}

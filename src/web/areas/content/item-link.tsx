import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useOrganization } from '#web/context.ts'

type Props = {
  id: string
  className?: string
  /** In a row of a list, where keys move from link to link. */
  isInRow?: boolean
  children: ReactNode
}

/** The link to the page of an item, wherever one stands: the one place that knows its address. */
export function ItemLink({ id, className, isInRow = false, children }: Props) {
  const { slug } = useOrganization()
  return (
    <Link
      to="/o/$orgSlug/content/$itemId"
      params={{ orgSlug: slug, itemId: id }}
      activeProps={{}}
      className={className}
      {...(isInRow ? { 'data-row-link': true } : {})}
    >
      {children}
    </Link>
  )
}

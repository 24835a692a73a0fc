import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { visibleText } from '#std/visible-text.ts'
import { useOrganization } from '#web/context.ts'

type Props = { id: string; type: string; title: string; className?: string }

/** The title of a record in the type of titles, as a link where it has a page. */
export function RecordTitle({ id, type, title, className }: Props) {
  const { slug } = useOrganization()
  const look = clsx('font-serif text-[15px] leading-5 font-medium', className)
  if (type !== 'item') return <span className={look}>{visibleText(title)}</span>
  return (
    <Link
      to="/o/$orgSlug/content/$itemId"
      params={{ orgSlug: slug, itemId: id }}
      className={clsx(look, 'hover:underline')}
    >
      {visibleText(title)}
    </Link>
  )
}

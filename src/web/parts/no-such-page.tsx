import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

import type { ListOf } from '#web/operations.ts'

type Props = {
  list: Omit<ListOf<unknown>, 'items'>
  /** Of the page in the address, where it is there. */
  name?: 'page' | 'invited'
  onPage(page: number): void
}

/**
 * A list has entries, but none on this page, which is left in silence, as every value of an address that is not valid: for the first
 * one, or for the one before where that is the last. In the history that page takes the place of this one.
 */
export default function NoSuchPage({ list: { page: beyond, pageSize, total }, name = 'page', onPage }: Props) {
  const navigate = useNavigate()
  const { [name]: asked } = useSearch({ strict: false })
  useEffect(() => {
    const page = beyond - 1 === Math.ceil(total / pageSize) ? beyond - 1 : 1
    if (asked === beyond) void navigate({ to: '.', search: (now) => ({ ...now, [name]: page }), replace: true })
    else onPage(page)
    // `onPage` is another function each time.
  }, [beyond])
  return null
}

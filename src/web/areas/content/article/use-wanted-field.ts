import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

import { focusField, tabOf } from '#web/areas/content/article/field-places.ts'

/**
 * Begins with the field that the address names: the fix list leads to what mends an article. Returns whether the rail must be
 * opened for what the address names: it has the field, or compares a revision.
 */
export function useWantedField(isWide: boolean): boolean {
  const asked = useSearch({ from: '/o/$orgSlug/content/$itemId' })
  const { field, revision } = asked
  useEffect(() => {
    if (field) focusField(field)
  }, [field])
  return (field ?? revision) !== undefined && tabOf(asked) !== 'checks' && !isWide
}

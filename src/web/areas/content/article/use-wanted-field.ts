import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

import { focusField } from '#web/areas/content/article/field-places.ts'

/**
 * Begins with the field that the address names: the fix list leads to what mends an article. Returns whether the rail, which has
 * the field, must be opened for that.
 */
export function useWantedField(isWide: boolean): boolean {
  const { rail, field } = useSearch({ from: '/o/$orgSlug/content/$itemId' })
  useEffect(() => {
    if (field) focusField(field)
  }, [field])
  return field !== undefined && rail !== undefined && !isWide
}

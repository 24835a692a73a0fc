import { type RefObject, useEffect, useRef } from 'react'

import type { OperationError } from '#web/operation-error.ts'

/** Puts the focus on the first field that a refusal is about: in a long dialog its sentence may be out of sight. */
export function useFaultFocus(error: OperationError | null): RefObject<HTMLDivElement | null> {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== null) fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [error])
  return fields
}

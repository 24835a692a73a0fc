import type { ReactNode } from 'react'

import type { OperationError } from '#web/operation-error.ts'
import { TextField } from '#web/parts/field.tsx'

type Props = {
  label: string
  /** The name of its value in the form. */
  name: string
  min: number
  max: number
  value: number
  hint?: ReactNode
  /** Why the call was refused, and the field of its input that this one is. */
  refusal: OperationError | null
  field: string
}

/** A whole number that a form cannot do without. */
export function NumberField({ value, refusal, field, ...rest }: Props) {
  return <TextField {...rest} type="number" required defaultValue={value} error={refusal?.fieldMessage(field)} />
}

import { CheckField } from '#web/parts/check-field.tsx'
import type { ColumnChoice } from '#web/parts/use-columns.ts'

/** The columns of a list, each to be shown or not. */
export default function ColumnsPanel({ choice: { columns, turn } }: { choice: ColumnChoice }) {
  return (
    <div className="flex flex-col gap-2">
      {columns.map(({ title, isShown }) => (
        <CheckField key={title} label={title} isChecked={isShown} onChange={(next) => turn(title, next)} />
      ))}
    </div>
  )
}

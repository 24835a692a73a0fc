import { CheckField } from '#web/parts/check-field.tsx'
import { PopoverButton } from '#web/parts/popover-button.tsx'
import type { ColumnChoice } from '#web/parts/use-columns.ts'

/** Chooses the columns of a list. On a phone there are none to choose. */
export function ColumnsButton({ choice: { columns, turn } }: { choice: ColumnChoice }) {
  return (
    <PopoverButton label="Columns" panel="Columns" look="quiet" width={180} className="max-md:hidden">
      <div className="flex flex-col gap-2">
        {columns.map(({ title, isShown }) => (
          <CheckField key={title} label={title} isChecked={isShown} onChange={(next) => turn(title, next)} />
        ))}
      </div>
    </PopoverButton>
  )
}

import type { InputOf, OutputOf } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { textIn } from '#web/parts/form.tsx'
import { SelectField } from '#web/parts/select.tsx'

type Settings = OutputOf<'getSiteAuditStatus'>['settings']
type Budgets = NonNullable<InputOf<'updateSiteAuditSettings'>['performanceBudgets']>

const devices = [
  ['mobile', 'Phones'],
  ['desktop', 'Computers'],
] as const satisfies readonly (readonly [Budgets['device'], string])[]

/** How fast pages should be: a page that is slower becomes an issue. */
export function SpeedBudgets({ settings: { performanceSample, performanceBudgets: budgets } }: { settings: Settings }) {
  return (
    <fieldset className="flex flex-col gap-5 border-t border-line pt-4">
      <legend className="t-sub float-left w-full">Speed</legend>
      <TextField
        label="Pages measured in a scheduled audit"
        name="performanceSample"
        type="number"
        min={0}
        max={20}
        required
        defaultValue={performanceSample}
        hint="0: none. Each takes about 20 seconds, where Lighthouse is installed."
      />
      <SelectField
        label="Budgets for"
        name="budgetDevice"
        defaultValue={budgets?.device ?? 'mobile'}
        options={devices}
      />
      <div className="grid grid-cols-2 items-start gap-x-4 gap-y-5">
        <Budget label="Main content (ms)" name="lcpMs" hint="Good: up to 2,500" max={600_000} value={budgets?.lcpMs} />
        <Budget label="Does not react (ms)" name="tbtMs" hint="Good: up to 200" max={600_000} value={budgets?.tbtMs} />
        <Budget label="Things move" name="cls" hint="Good: up to 0.1" max={100} step="any" value={budgets?.cls} />
        <Budget label="Score, at least" name="score" hint="Good: from 90" max={100} value={budgets?.score} />
      </div>
      <p className="text-muted">A page that was measured and exceeds one of these is an issue. Empty: no budget.</p>
    </fieldset>
  )
}

type BudgetProps = { label: string; name: string; hint: string; max: number; step?: 'any'; value: number | undefined }

const Budget = ({ value, ...field }: BudgetProps) => (
  <TextField {...field} type="number" min={0} defaultValue={value ?? ''} />
)

/** The budgets that were typed; null: none. */
export function budgetsIn(form: FormData): Budgets | null {
  const named = (['lcpMs', 'tbtMs', 'cls', 'score'] as const).flatMap((name) => {
    const text = textIn(form, name)
    return text === '' ? [] : [[name, Number(text)] as const]
  })
  if (named.length === 0) return null
  return {
    device: devices.find(([name]) => name === form.get('budgetDevice'))?.[0] ?? 'mobile',
    ...Object.fromEntries(named),
  }
}

import type { Narrowing } from '#web/areas/account/api-access/client-snippets.ts'
import type { CatalogEntry } from '#web/operations.ts'
import { Checkbox } from '#web/parts/checkbox.tsx'

type Props = { catalog: readonly CatalogEntry[]; narrowing: Narrowing; onChange(narrowing: Narrowing): void }

/** Builds the address that shows an agent fewer operations (mcp.md#narrowing). */
export function NarrowTools({ catalog, narrowing, onChange }: Props) {
  const { areas, readOnly, granted, search } = narrowing
  const counts = Map.groupBy(catalog, ({ area }) => area)
  return (
    <details className="rounded-xl border border-line bg-surface">
      <summary className="flex min-h-11 items-center px-4 font-medium">Show the agent fewer tools</summary>
      <div className="flex flex-col gap-5 border-t border-line px-4 py-4">
        <p className="max-w-2xl text-muted">
          All {catalog.length} operations are tools at first. Some clients stop at 40 or 100, and every tool takes room
          in the agent’s memory. What you choose becomes part of the address above.
        </p>
        <fieldset disabled={search} className="disabled:opacity-60">
          <legend className="mb-2 font-medium">Only these areas</legend>
          <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
            {[...counts].map(([area, entries]) => (
              <Checkbox
                key={area}
                label={area}
                hint={entries.length === 1 ? 'One tool' : `${entries.length} tools`}
                checked={areas.includes(area)}
                onChange={({ target }) =>
                  onChange({
                    ...narrowing,
                    areas: target.checked ? [...areas, area] : areas.filter((one) => one !== area),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-3">
          <Checkbox
            label="Reading only"
            hint="Calls that change something are refused on this connection."
            checked={readOnly}
            onChange={({ target }) => onChange({ ...narrowing, readOnly: target.checked })}
          />
          <Checkbox
            label="What it may call"
            hint="Leaves out what its access does not open."
            checked={granted}
            onChange={({ target }) => onChange({ ...narrowing, granted: target.checked })}
          />
          <Checkbox
            label="Search mode"
            hint="Six tools that find, describe and run all the others."
            checked={search}
            onChange={({ target }) => onChange({ ...narrowing, search: target.checked })}
          />
        </div>
      </div>
    </details>
  )
}

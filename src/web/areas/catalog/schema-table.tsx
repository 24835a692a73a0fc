import { type JsonSchema, rowsOf } from '#web/areas/catalog/schema-rows.ts'

/** The fields of a schema as a table to read. */
export function SchemaTable({ title, schema }: { title: string; schema: JsonSchema }) {
  const rows = rowsOf(schema)
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="t-head mb-1.5">{title}</h3>
      {rows.length === 0 ? (
        <p className="text-muted">No fields.</p>
      ) : (
        <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={`${title}, fields`}>
          <table className="w-full min-w-[36rem]">
            <thead>
              <tr className="border-b border-line text-left text-muted">
                <th className="py-1 pr-4 font-normal">Field</th>
                <th className="py-1 pr-4 font-normal">Type</th>
                <th className="py-1 font-normal">What it is</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ path, name, depth, type, isRequired, limits, description }, at) => (
                // Alternatives of a field can have fields of the same name.
                <tr key={`${path} ${at}`} className="border-b border-line align-baseline">
                  <td className="py-1 pr-4">
                    <code className={indents[Math.min(depth, indents.length - 1)]}>{name}</code>
                    {isRequired && <span className="text-muted"> required</span>}
                  </td>
                  <td className="py-1 pr-4 text-muted">{type}</td>
                  <td className="py-1 wrap-anywhere">
                    {description} {limits !== '' && <span className="text-muted">{limits}</span>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const indents = ['', 'pl-4', 'pl-8', 'pl-12', 'pl-16']

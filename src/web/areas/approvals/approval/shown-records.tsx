import { visibleJson, visibleText } from '#std/visible-text.ts'
import { ItemText } from '#web/areas/approvals/approval/item-text.tsx'
import type { Approval } from '#web/operations.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { Notice } from '#web/parts/notice.tsx'
import { Status } from '#web/parts/status.tsx'

type Shown = Approval['untrusted']['records'][number]

/** What people decide on: the text of each item as it will be, and every other record before and after. */
export function ShownRecords({ approval: { changedSince, untrusted } }: { approval: Approval }) {
  const { records } = untrusted
  return (
    <section aria-labelledby="records" className="border-t border-line pt-4 pb-5">
      <h2 id="records" className="t-sub">
        What it changes
      </h2>
      {changedSince.length > 0 && (
        <div className="mt-3">
          <Notice tone="warn">
            This call was approved before. What it changes or shows is another by now, so it waits again: look at it
            once more.
          </Notice>
        </div>
      )}
      {records.length === 0 && (
        <p className="mt-1 text-muted">No record that people edit. What is described above is all that happens.</p>
      )}
      <div className="mt-4 flex flex-col gap-6">
        {records.map((record) => (
          <OneRecord key={`${record.type} ${record.id}`} record={record} />
        ))}
      </div>
    </section>
  )
}

function OneRecord({ record }: { record: Shown }) {
  const { type, id, title, change, text } = record
  const fields = [...new Set([...Object.keys(record.before ?? {}), ...Object.keys(record.after ?? {})])]
  return (
    <article aria-label={`${typeWords[type] ?? type} ${visibleText(title ?? id)}`} className="min-w-0">
      <h3 className="flex flex-wrap items-center gap-2 font-medium [overflow-wrap:anywhere]">
        {typeWords[type] ?? type} “{visibleText(title ?? id)}” <Status tone={changeTones[change]}>{change}</Status>
      </h3>
      {text && <ItemText text={text} />}
      {fields.length > 0 && (
        <table className="mt-2 w-full table-fixed text-sm">
          <thead>
            <tr className="text-left text-muted">
              <th scope="col" className="w-1/4 py-1 font-normal">
                Field
              </th>
              <th scope="col" className="py-1 font-normal">
                Before
              </th>
              <th scope="col" className="py-1 font-normal">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field} className="border-t border-line align-top [overflow-wrap:anywhere]">
                <th scope="row" className="py-1 pr-3 text-left font-normal">
                  {fieldWords(field)}
                </th>
                <td className="py-1 pr-3 text-muted">{valueOf(record.before?.[field])}</td>
                <td className="py-1">{valueOf(record.after?.[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </article>
  )
}

const typeWords: Record<string, string> = {
  item: 'Item',
  collection: 'Collection',
  category: 'Category',
  tag: 'Tag',
  author: 'Author',
  topic: 'Topic',
  contextEntry: 'Entry of the Context Library',
  media: 'File',
  redirect: 'Redirect',
  settings: 'Settings',
  revalidation: 'Notified website',
  member: 'Member',
  invitation: 'Invitation',
  organization: 'Organization',
}

const changeTones = { created: 'ok', changed: 'info', removed: 'bad' } as const

function valueOf(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (typeof value === 'string') return isTime.test(value) ? exact.format(new Date(value)) : visibleText(value)
  return JSON.stringify(visibleJson(value))
}

const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

import { visibleText } from '#std/visible-text.ts'
import { ItemText } from '#web/areas/approvals/approval/item-text.tsx'
import type { Approval } from '#web/operations.ts'
import type { DiffLine, DiffSection } from '#web/parts/diff-sections.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { Notice } from '#web/parts/notice.tsx'
import { valueWords } from '#web/parts/value-words.ts'

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
  const [before, after] = [record.before ?? {}, record.after ?? {}]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return (
    <article aria-label={`${typeWords[type] ?? type} ${visibleText(title ?? id)}`} className="min-w-0">
      <h3 className="font-medium [overflow-wrap:anywhere]">
        {typeWords[type] ?? type} “{visibleText(title ?? id)}”{' '}
        <span className={change === 'removed' ? 'text-press-ink' : 'font-normal text-muted'}>{change}</span>
      </h3>
      {fields.length > 0 && (
        <table className="mt-2 w-full table-fixed">
          <thead className="border-b border-edge text-sm text-muted">
            <tr className="text-left">
              <th scope="col" className="w-1/4 py-1.5 font-medium">
                Field
              </th>
              <th scope="col" className="py-1.5 font-medium">
                Before
              </th>
              <th scope="col" className="py-1.5 font-medium">
                After
              </th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <tr key={field} className="border-b border-line align-top [overflow-wrap:anywhere]">
                <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                  {fieldWords(field)}
                </th>
                <td className="py-1.5 pr-3 text-muted">{valueWords(field, before[field])}</td>
                <td className="py-1.5">{valueWords(field, after[field])}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {text && <ItemText text={text} isTold={(section) => isTold(section, before, after)} />}
    </article>
  )
}

type Fields = Record<string, unknown>

/** Whether the table of fields shows the same two values as a part of the diff. */
function isTold({ field, lines }: DiffSection, before: Fields, after: Fields): boolean {
  const textOf = (sign: DiffLine['kind']) => lines.filter(({ kind }) => kind === sign).map(({ text }) => text)
  const isSame = (value: unknown, texts: string[]) => (value ?? '') === texts.join('\n')
  return (
    (field in before || field in after) &&
    isSame(before[field], textOf('removed')) &&
    isSame(after[field], textOf('added'))
  )
}

const typeWords: Record<string, string> = {
  item: 'Article',
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

import { readableAddress } from '#std/readable-address.ts'
import { visibleText } from '#std/visible-text.ts'
import { addressOf } from '#web/areas/approvals/approval-words.ts'
import { ComparedWith, ItemText } from '#web/areas/approvals/approval/item-text.tsx'
import type { MergePlan } from '#web/areas/seo/merge/use-merge-plan.ts'
import type { Approval } from '#web/operations.ts'
import type { DiffLine, DiffSection } from '#web/parts/diff-sections.ts'
import { fieldWords } from '#web/parts/field-words.ts'
import { Notice } from '#web/parts/notice.tsx'
import { valueWords } from '#web/parts/value-words.ts'

type Shown = Approval['untrusted']['records'][number]

/**
 * What people decide on: the text of each item as it will be, and every other record before and after. What a merge moves is told with
 * it: the texts that end in it stay as they are.
 */
export function ShownRecords({ approval, merge }: { approval: Approval; merge: MergePlan | null }) {
  const { changedSince, untrusted } = approval
  const told = new Set<string>([...(merge?.duplicates ?? []), ...(merge?.redirects ?? [])].map(({ id }) => id))
  const records = untrusted.records.filter(({ id, type }) => !told.has(id) && !(merge !== null && type === 'redirect'))
  const [only] = records
  const isArticle = merge === null && records.length === 1 && only?.text !== undefined
  if (merge !== null && records.length === 0 && changedSince.length === 0) return null
  return (
    <section aria-labelledby="records" className="pt-2 pb-5">
      {/* One article stands for itself, as its readers see it. */}
      <h2 id="records" className={isArticle ? 'sr-only' : 't-sub'}>
        What it changes
      </h2>
      {changedSince.length > 0 && (
        <div className="mt-3">
          <Notice tone="warn">
            This call was approved before.{' '}
            {changedSince.some(({ type, from, to }) => type === 'member' && from === null && to === null)
              ? 'Who approved it may no longer do so'
              : 'What it changes or shows is another by now'}
            , so it waits again: look at it once more.
          </Notice>
        </div>
      )}
      {records.length === 0 && (
        <p className="mt-1 text-muted">No record that people edit. What the call says itself is all that happens.</p>
      )}
      <div className="mt-4 flex flex-col gap-8">
        {records.map((record) => (
          <OneRecord
            key={`${record.type} ${record.id}`}
            record={record}
            address={isArticle ? addressOf(approval) : null}
            isArticle={isArticle}
          />
        ))}
      </div>
    </section>
  )
}

type RecordProps = { record: Shown; address: string | null; isArticle: boolean }

function OneRecord({ record, address, isArticle }: RecordProps) {
  const { type, id, change, text } = record
  const title = visibleText(record.title ?? id)
  const kind = typeWords[type] ?? fieldWords(type)
  // Of these an organization has one.
  const name = record.title === null && id.startsWith('org_') ? kind : `${kind} “${title}”`
  const [before, after] = [record.before ?? {}, record.after ?? {}]
  return (
    <article aria-label={`${kind} ${title}`} className="min-w-0">
      {text && <ComparedWith text={text} />}
      {address !== null && <p className="mono mt-5 text-muted">{pathOf(address)}</p>}
      {isArticle ? (
        <h3 className="t-art mt-1.5 mb-4 wrap-anywhere">{title}</h3>
      ) : (
        <h3 className="mt-2 mb-2 font-medium wrap-anywhere">
          {name} <span className={change === 'removed' ? 'text-press-ink' : 'font-normal text-muted'}>{change}</span>
        </h3>
      )}
      {text && <ItemText text={text} isTold={(section) => isTold(section, before, after)} />}
      <FieldTable {...{ before, after }} isBesideText={text !== undefined} />
    </article>
  )
}

function pathOf(address: string): string {
  return readableAddress(URL.canParse(address) ? new URL(address).pathname : address)
}

type Fields = Record<string, unknown>
type TableProps = { before: Fields; after: Fields; isBesideText: boolean }

function FieldTable({ before, after, isBesideText }: TableProps) {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  if (fields.length === 0) return null
  return (
    <table className={isBesideText ? 'mt-6 w-full table-fixed' : 'w-full table-fixed'}>
      {isBesideText && <caption className="t-head pb-1.5 text-left">Besides the text</caption>}
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
          <tr key={field} className="border-b border-line align-top wrap-anywhere">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal">
              {fieldWords(field)}
            </th>
            <td className="py-1.5 pr-3 text-muted">{valueWords(field, before[field])}</td>
            <td className="py-1.5">{valueWords(field, after[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

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

// Where the name of the kind is not the word.
const typeWords: Record<string, string> = {
  item: 'Article',
  contextEntry: 'Entry of the Context Library',
  media: 'File',
  revalidation: 'Notified website',
  prompt: 'Question for AI engines',
  auditIssue: 'Issue of a site audit',
}

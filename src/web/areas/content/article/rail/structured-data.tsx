import { useEffect, useId, useState } from 'react'

import type { RailProps } from '#web/areas/content/article/rail/rail-props.ts'
import { type StructuredData as Data, templates } from '#web/areas/content/article/rail/structured-templates.ts'
import { isSameData, readStructured, writtenStructured } from '#web/areas/content/article/rail/structured-text.ts'
import { useFoundWarnings } from '#web/areas/content/article/rail/use-found-warnings.ts'
import { useKeptBeginning } from '#web/areas/content/article/use-kept-beginning.ts'
import { useOrganization } from '#web/context.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { inPlainWords } from '#web/parts/plain-words.ts'
import { toast } from '#web/parts/toast.tsx'

/**
 * What machines read about the page besides its text. What is missing in it is said by the checks of the server
 * (web.md#structured-data-is-checked-there); here is only read whether it is JSON.
 */
export function StructuredData({ found, writing, mayChange }: RailProps) {
  const id = useId()
  const { item } = found
  const stored = writing.valueOf('schemaJsonLd')
  // What is not JSON yet cannot be part of the draft.
  const { begun, keep } = useKeptBeginning('schemaJsonLd', item.id)
  const [text, setText] = useState(() => begun ?? writtenStructured(stored))
  const read = readStructured(text)
  const problem = 'problem' in read ? read.problem : undefined
  const error = problem === undefined ? writing.errorOf('schemaJsonLd') : undefined

  // Somebody else has changed it, or the changes were discarded.
  useEffect(() => {
    if ('data' in read && !isSameData(read.data, stored)) setText(writtenStructured(stored))
  }, [stored])

  function write(next: string) {
    setText(next)
    const { data } = { data: undefined, ...readStructured(next) }
    keep(data === undefined ? next : undefined)
    if (data !== undefined) writing.write('schemaJsonLd', data)
  }

  return (
    <section aria-label="Structured data" className="border-t border-line pt-4">
      <h2 className="t-head mb-1">Structured data</h2>
      <label htmlFor={id} className="sr-only">
        Structured data, as JSON-LD
      </label>
      <textarea
        id={id}
        data-field="schemaJsonLd"
        value={text}
        rows={4}
        spellCheck={false}
        readOnly={!mayChange}
        aria-invalid={problem !== undefined || error !== undefined}
        aria-describedby={`${id}-said`}
        onChange={(event) => write(event.target.value)}
        className={`${inputLook} mono max-h-80 [field-sizing:content] resize-none py-1.5`}
      />
      <div id={`${id}-said`} role="status" className="mt-1 text-sm">
        {problem !== undefined && (
          <p className="text-press-ink">{problem} Until it can be read, the article keeps what it has.</p>
        )}
        {error !== undefined && <p className="text-press-ink">{error}</p>}
        {problem === undefined && error === undefined && <Said {...{ found, writing }} data={stored} />}
      </div>
      {mayChange && <Templates {...{ item, writing, stored }} onTake={(data) => write(writtenStructured(data))} />}
    </section>
  )
}

/** What the checks say about it. */
function Said({ found, writing, data }: Pick<RailProps, 'found' | 'writing'> & { data: Data | null }) {
  const warnings = useFoundWarnings(found, writing.patch).filter(
    ({ field, code }) => field === 'schemaJsonLd' || code === 'faq_schema_mismatch',
  )
  if (data === null)
    return (
      <p className="text-muted">
        The article has none of its own. Websites that read it may add what they make of its title, authors and dates.
      </p>
    )
  if (warnings.length === 0) return <p className="text-muted">The checks miss nothing in it.</p>
  return warnings.map(({ code, message }) => <p key={code}>{inPlainWords(message)}</p>)
}

type TemplatesProps = {
  item: RailProps['found']['item']
  writing: RailProps['writing']
  stored: Data | null
  onTake(data: Data | null): void
}

/** Structured data filled with what the article says; what was there before can be brought back. */
function Templates({ item, writing, stored, onTake }: TemplatesProps) {
  const organization = useOrganization()
  const [lacking, setLacking] = useState<string | null>(null)
  const take = ({ name, needs, make }: (typeof templates)[number]) => {
    const data = make({ item, valueOf: writing.valueOf, organization })
    setLacking(data === null ? needs : null)
    if (data === null) return
    onTake(data)
    if (stored !== null) toast(`Replaced by “${name}”.`, { label: 'Undo', run: () => onTake(stored) })
  }
  return (
    <div role="group" aria-label="Begin with" className="mt-2 flex flex-wrap items-center gap-2">
      <span aria-hidden className="text-sm text-muted">
        Begin with
      </span>
      {templates.map((template) => (
        <Button key={template.name} size="small" onClick={() => take(template)}>
          {template.name}
        </Button>
      ))}
      <p role="status" className="w-full text-sm text-muted">
        {lacking}
      </p>
    </div>
  )
}

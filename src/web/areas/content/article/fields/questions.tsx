import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { Button } from '#web/parts/button.tsx'
import { inputLook } from '#web/parts/control-look.ts'
import { Field } from '#web/parts/field.tsx'

const most = 20

/** Questions and answers of an article, in their order. */
export function Questions({ writing, mayChange }: { writing: Writing; mayChange: boolean }) {
  const entries = writing.valueOf('faq')
  const error = writing.errorOf('faq')
  const change = (at: number, part: Partial<(typeof entries)[number]>) =>
    writing.write(
      'faq',
      entries.map((entry, place) => (place === at ? { ...entry, ...part } : entry)),
    )
  return (
    <fieldset data-field="faq" className="border-t border-line pt-4">
      <legend className="t-head float-left mb-3">Questions and answers</legend>
      <div className="clear-both flex flex-col gap-4">
        {entries.map(({ question, answer }, at) => (
          <div key={at} className="flex flex-col gap-2">
            <Field label={`Question ${at + 1}`}>
              {(linked) => (
                <input
                  {...linked}
                  value={question}
                  readOnly={!mayChange}
                  onChange={(event) => change(at, { question: event.target.value })}
                  className={inputLook}
                />
              )}
            </Field>
            <Field label={`Answer ${at + 1}`}>
              {(linked) => (
                <textarea
                  {...linked}
                  value={answer}
                  rows={2}
                  readOnly={!mayChange}
                  onChange={(event) => change(at, { answer: event.target.value })}
                  className={`${inputLook} [field-sizing:content] resize-none py-1.5`}
                />
              )}
            </Field>
            {mayChange && (
              <Button
                look="quiet"
                className="self-start"
                onClick={() =>
                  writing.write(
                    'faq',
                    entries.filter((_entry, place) => place !== at),
                  )
                }
              >
                Remove question {at + 1}
              </Button>
            )}
          </div>
        ))}
        {error && <p className="text-sm text-press-ink">{error}</p>}
        {mayChange && entries.length < most && (
          <Button
            className="self-start"
            onClick={() => writing.write('faq', [...entries, { question: '', answer: '' }])}
          >
            Add a question
          </Button>
        )}
      </div>
    </fieldset>
  )
}

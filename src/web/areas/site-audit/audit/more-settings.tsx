import { useState } from 'react'

import { LinesField, linesIn } from '#web/areas/site-audit/audit/lines-field.tsx'
import { refusalAt } from '#web/areas/site-audit/audit/refusal-at.ts'
import type { OperationError } from '#web/operation-error.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { CheckField } from '#web/parts/check-field.tsx'
import { TextField } from '#web/parts/field.tsx'
import { textIn } from '#web/parts/form.tsx'

type Settings = OutputOf<'getSiteAuditStatus'>['settings']

/** The fields of this part, by their names in the call. */
export const moreFields = ['sitemaps', 'maxDepth', 'include', 'exclude', 'userAgent', 'concurrency'] as const

type Props = {
  settings: Settings
  respectsRobots: boolean
  onRespect(respects: boolean): void
  refusal: OperationError | null
}

/** What is seldom changed, folded: what an audit leaves out, and how it asks. Open where something in it is wrong. */
export function MoreSettings({ settings, respectsRobots, onRespect, refusal }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [seen, setSeen] = useState<OperationError | null>(null)
  if (refusal !== seen) {
    setSeen(refusal)
    if (moreFields.some((field) => refusalAt(refusal, field) !== null)) setOpen(true)
  }
  const number = { type: 'number', min: 1, required: true } as const
  const errorOf = (field: (typeof moreFields)[number]) => refusalAt(refusal, field)
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="border-t border-line pt-2"
    >
      <summary className="min-h-6 cursor-pointer py-1 font-medium max-md:min-h-11 max-md:py-3">More settings</summary>
      <div className="flex flex-col gap-5 pt-3">
        <LinesField
          label="Sitemaps"
          name="sitemaps"
          lines={settings.sitemaps}
          hint="Their addresses, one in each line. Empty: those that robots.txt names, else /sitemap.xml."
          error={errorOf('sitemaps')}
        />
        <LinesField
          label="Read only"
          name="include"
          lines={settings.include}
          hint="Pages whose path is like one of these lines, such as /blog/*. The * stands for anything. Empty: all pages."
          error={errorOf('include')}
        />
        <LinesField
          label="Leave out"
          name="exclude"
          lines={settings.exclude}
          hint="Pages whose path is like one of these lines are not read, even if they are named above."
          error={errorOf('exclude')}
        />
        <TextField
          {...number}
          label="Clicks from the start, at most"
          name="maxDepth"
          max={50}
          defaultValue={settings.maxDepth}
          hint="Links of pages that are further away are not followed."
          error={errorOf('maxDepth')}
        />
        <TextField
          {...number}
          label="Pages asked for at the same time"
          name="concurrency"
          max={4}
          defaultValue={settings.concurrency}
          hint="Up to 4. More is faster, and more work for your server."
          error={errorOf('concurrency')}
        />
        <TextField
          label="Name that your server sees"
          name="userAgent"
          maxLength={300}
          defaultValue={settings.userAgent ?? ''}
          hint="Sent as User-Agent; robots.txt is read for its first word. Empty: Masthead with its version."
          error={errorOf('userAgent')}
        />
        <CheckField
          label="Obey robots.txt"
          hint="Pages that it forbids are not read. Without this they are, and what it forbids is only reported."
          isChecked={respectsRobots}
          onChange={onRespect}
        />
      </div>
    </details>
  )
}

type More = Pick<InputOf<'updateSiteAuditSettings'>, (typeof moreFields)[number]>

/** What was typed here. Lists that nobody changed are not sent: what they contain may be refused by now. */
export function moreIn(form: FormData, settings: Settings): More {
  const changed = (['sitemaps', 'include', 'exclude'] as const).flatMap((name) => {
    const lines = linesIn(form, name)
    return lines.join('\n') === settings[name].join('\n') ? [] : [[name, lines] as const]
  })
  return {
    ...Object.fromEntries(changed),
    maxDepth: Number(textIn(form, 'maxDepth')),
    concurrency: Number(textIn(form, 'concurrency')),
    userAgent: textIn(form, 'userAgent') || null,
  }
}

import { useState } from 'react'

import { ChooseTarget } from '#web/areas/integrations/connections/choose-target.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Section } from '#web/parts/section.tsx'
import { toast } from '#web/parts/toast.tsx'

type Found = OutputOf<'getIntegration'>
type Type = Found['targetTypes'][number]

const words: Record<Type, { title: string; none: string }> = {
  site: { title: 'Choose the site.', none: 'No site matches.' },
  collection: { title: 'Choose the collection whose items the articles become.', none: 'No collection matches.' },
  blog: { title: 'Choose the blog.', none: 'No blog matches.' },
  channel: { title: 'Choose the channel.', none: 'No channel matches.' },
  property: { title: 'Choose the property of your website.', none: 'No property matches.' },
}

type Props = {
  found: Found
  /** What the section is called, and what it says of what was chosen. */
  title: string
  none: string
  chosen(name: string): string
}

/** What is chosen in a service, one thing after the other; nothing where there is nothing to choose. */
export function ChosenTarget({ found: { integration, targetTypes: types }, title, none, chosen }: Props) {
  const [step, setStep] = useState(integration.target === null ? 0 : null)
  const type = step === null ? undefined : types[step]
  if (types.length === 0) return null
  return (
    <Section
      title={title}
      lead={
        type !== undefined ? words[type].title : integration.target === null ? none : chosen(integration.target.name)
      }
      actions={type === undefined && <Button onClick={() => setStep(0)}>Choose another…</Button>}
      body={
        type !== undefined && (
          <ChooseTarget
            key={type}
            id={integration.id}
            type={type}
            none={words[type].none}
            onDone={(name) => {
              const isLast = type === types.at(-1)
              if (isLast) toast(chosen(name))
              setStep(isLast || step === null ? null : step + 1)
            }}
          />
        )
      }
    />
  )
}

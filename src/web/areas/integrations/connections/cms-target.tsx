import { useState } from 'react'
import { ChooseTarget } from '#web/areas/integrations/connections/choose-target.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { Section } from '#web/parts/section.tsx'
import { toast } from '#web/parts/toast.tsx'

type Integration = OutputOf<'getIntegration'>['integration']
type Type = 'site' | 'collection' | 'blog'

/** What is chosen for copies, in this order. */
const targetsOf: Partial<Record<Integration['provider'], readonly Type[]>> = {
  webflow: ['site', 'collection'],
  shopify: ['blog'],
}

const words: Record<Type, { title: string; none: string }> = {
  site: { title: 'Choose the site.', none: 'No site matches.' },
  collection: { title: 'Choose the collection whose items the articles become.', none: 'No collection matches.' },
  blog: { title: 'Choose the blog.', none: 'No blog matches.' },
}

/** Where in a service the copies live; nothing where it has one place only. */
export function CmsTarget({ integration }: { integration: Integration }) {
  const types = targetsOf[integration.provider] ?? []
  const [step, setStep] = useState(integration.target === null ? 0 : null)
  const type = step === null ? undefined : types[step]
  if (types.length === 0) return null
  return (
    <Section
      title="Place of the copies"
      lead={
        type !== undefined
          ? words[type].title
          : integration.target === null
            ? 'Choose where copies live.'
            : `Copies live in ${integration.target.name}.`
      }
      actions={type === undefined && <Button onClick={() => setStep(0)}>Choose another place…</Button>}
      body={
        type !== undefined && (
          <ChooseTarget
            key={type}
            id={integration.id}
            type={type}
            none={words[type].none}
            onDone={(name) => {
              const isLast = type === types.at(-1)
              if (isLast) toast(`Copies live in ${name} from now on.`)
              setStep(isLast || step === null ? null : step + 1)
            }}
          />
        )
      }
    />
  )
}

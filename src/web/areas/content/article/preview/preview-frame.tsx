import { clsx } from 'clsx'
import { useEffect, useId, useRef } from 'react'

import type { Writing } from '#web/areas/content/article/use-draft.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { useTheme } from '#web/parts/theme.ts'

type Props = { item: OutputOf<'getItem'>['item']; patch: Writing['patch']; isPhone: boolean }

/** The page of the article in a frame of its own, which neither runs scripts nor belongs to this origin. */
export function PreviewFrame({ item, patch, isPhone }: Props) {
  const organizationId = useOrganization().id
  const name = useId()
  const form = useRef<HTMLFormElement>(null)
  const [theme] = useTheme()
  const changes = JSON.stringify(patch)
  // Sent as a form, since an address has no room for what is not saved yet.
  useEffect(() => form.current?.submit(), [changes, theme, item.version])
  return (
    <>
      <form ref={form} hidden method="post" action={`/app/preview/${organizationId}/${item.id}`} target={name}>
        <input type="hidden" name="changes" value={changes} />
        <input type="hidden" name="theme" value={theme} />
      </form>
      <iframe
        name={name}
        title={`Preview of ${item.title}`}
        sandbox=""
        className={clsx('mx-auto block h-full bg-surface', isPhone ? 'w-[390px] max-w-full shadow-over' : 'w-full')}
      />
    </>
  )
}

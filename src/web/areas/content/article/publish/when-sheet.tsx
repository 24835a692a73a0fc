import { type ReactNode, useState } from 'react'

import { FoundWarnings } from '#web/areas/content/article/publish/found-warnings.tsx'
import { PublicSheet } from '#web/areas/content/article/publish/public-sheet.tsx'
import { usePublishing } from '#web/areas/content/article/publish/use-publishing.ts'
import { WhatHappens } from '#web/areas/content/article/publish/what-happens.tsx'
import { When, type Wanted } from '#web/areas/content/article/publish/when.tsx'

type Publishing = ReturnType<typeof usePublishing>
type Moment = Wanted['moment']
type Made = NonNullable<Awaited<ReturnType<Publishing['publish']>>>

type Props = {
  item: Parameters<typeof usePublishing>[0]
  title: string
  lead: string
  /** The moments to choose from, and what is chosen at first. */
  moments: readonly Moment[]
  first: Wanted
  verbOf(moment: Moment): string
  onDone(made: Made, asked: { moment: Moment; effects: Publishing['effects'] }): void
  onClose(): void
}

/** When, what the checks found, what happens, why; then the one button that changes what the public sees. */
export function WhenSheet({ item, title, lead, moments, first, verbOf, onDone, onClose }: Props): ReactNode {
  const [wanted, setWanted] = useState(first)
  const [note, setNote] = useState('')
  const publishing = usePublishing(item, { ...wanted, note })
  const { effects, warnings, error, isPending, isKnown, dates, publish } = publishing
  const { moment } = wanted

  async function press() {
    const made = await publish()
    if (made === null) return
    onClose()
    onDone(made, { moment, effects })
  }

  return (
    <PublicSheet
      title={title}
      lead={lead}
      verb={verbOf(moment)}
      isReady={isKnown}
      isBusy={isPending}
      onPress={press}
      onClose={onClose}
      note={note}
      onNote={setNote}
      error={error}
    >
      <When moments={moments} wanted={wanted} onWant={setWanted} publishing={publishing} />
      <FoundWarnings warnings={warnings} />
      {effects !== null && <WhatHappens effects={effects} moment={moment} when={dates[moment]} />}
    </PublicSheet>
  )
}

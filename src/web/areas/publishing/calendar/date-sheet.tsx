import { useState } from 'react'

import { FoundWarnings } from '#web/areas/content/article/publish/found-warnings.tsx'
import { PublicSheet } from '#web/areas/content/article/publish/public-sheet.tsx'
import { usePublishing } from '#web/areas/content/article/publish/use-publishing.ts'
import { WhatHappens } from '#web/areas/content/article/publish/what-happens.tsx'
import { When, type Wanted } from '#web/areas/content/article/publish/when.tsx'
import { dayAndTimeIn } from '#web/areas/publishing/calendar/entry-words.ts'
import { type Dated, useMoved } from '#web/areas/publishing/calendar/use-reschedule.ts'

/** What is to get a time: the one that it has, and the one that is proposed in the field. */
export type ToDate = Dated & { proposed: string; version?: number }

type Props = { item: ToDate; timezone: string; onClose(): void }

/** Gives an article its date, or another one: when, what the checks found, what happens, as where it is published. */
export default function DateSheet({ item, timezone, onClose }: Props) {
  const [wanted, setWanted] = useState<Wanted>({ moment: 'time', time: item.proposed })
  const [note, setNote] = useState('')
  const publishing = usePublishing(item, { ...wanted, note })
  const moved = useMoved(timezone)
  const { effects, warnings, error, isPending, isKnown, dates, publish } = publishing
  const verb = item.publishAt === null ? 'Schedule' : 'Move'

  async function press() {
    const made = await publish()
    if (made === null) return
    onClose()
    if (made.publishAt) moved(item, made.publishAt)
  }

  return (
    <PublicSheet
      title={`${verb} “${item.title}”`}
      lead={
        item.publishAt === null
          ? 'A draft without a date.'
          : `It goes live ${dayAndTimeIn(timezone, item.publishAt)} so far.`
      }
      verb={verb}
      isReady={isKnown}
      isBusy={isPending}
      onPress={press}
      onClose={onClose}
      note={note}
      onNote={setNote}
      error={error}
    >
      <When moments={['slot', 'time']} wanted={wanted} onWant={setWanted} publishing={publishing} />
      <FoundWarnings warnings={warnings} />
      {effects !== null && <WhatHappens effects={effects} moment={wanted.moment} when={dates[wanted.moment]} />}
    </PublicSheet>
  )
}

import { useState } from 'react'

import { FoundWarnings } from '#web/areas/content/article/publish/found-warnings.tsx'
import { PublicSheet } from '#web/areas/content/article/publish/public-sheet.tsx'
import { usePublishing } from '#web/areas/content/article/publish/use-publishing.ts'
import { WhatHappens } from '#web/areas/content/article/publish/what-happens.tsx'
import { When, type Wanted } from '#web/areas/content/article/publish/when.tsx'
import type { OutputOf } from '#web/operations.ts'
import { toast } from '#web/parts/toast.tsx'

type Props = { item: OutputOf<'getItem'>['item']; onClose(): void }

/** When, what the checks found, what happens, why; then the one button that changes what the public sees. */
export default function PublishSheet({ item, onClose }: Props) {
  const [wanted, setWanted] = useState<Wanted>({ moment: 'now', time: '' })
  const [note, setNote] = useState('')
  const publishing = usePublishing(item, { ...wanted, note })
  const { effects, warnings, error, isPending, isKnown, dates, publish } = publishing
  const { moment } = wanted

  async function press() {
    if ((await publish()) === null) return
    onClose()
    toast(moment === 'now' ? `Published at ${effects?.url ?? item.url}` : 'Scheduled.')
  }

  return (
    <PublicSheet
      title={item.title}
      lead="Publish"
      verb={moment === 'now' ? 'Publish' : 'Schedule'}
      isReady={isKnown}
      isBusy={isPending}
      onPress={press}
      onClose={onClose}
      note={note}
      onNote={setNote}
      error={error}
    >
      <When moments={['now', 'slot', 'time']} wanted={wanted} onWant={setWanted} publishing={publishing} />
      <FoundWarnings warnings={warnings} />
      {effects !== null && <WhatHappens effects={effects} moment={moment} when={dates[moment]} />}
    </PublicSheet>
  )
}

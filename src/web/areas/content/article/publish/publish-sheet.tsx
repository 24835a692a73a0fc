import { useState } from 'react'

import { FoundWarnings } from '#web/areas/content/article/publish/found-warnings.tsx'
import { NoSlots } from '#web/areas/content/article/publish/no-slots.tsx'
import { PublicSheet } from '#web/areas/content/article/publish/public-sheet.tsx'
import { type Moment, usePublishing } from '#web/areas/content/article/publish/use-publishing.ts'
import { WhatHappens } from '#web/areas/content/article/publish/what-happens.tsx'
import type { OutputOf } from '#web/operations.ts'
import { TextField } from '#web/parts/field.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'
import { toast } from '#web/parts/toast.tsx'

type Props = { item: OutputOf<'getItem'>['item']; onClose(): void }

/** When, what the checks found, what happens, why; then the one button that changes what the public sees. */
export function PublishSheet({ item, onClose }: Props) {
  const [moment, setMoment] = useState<Moment>('now')
  const [time, setTime] = useState('')
  const [note, setNote] = useState('')
  const { zone, hasSlots, effects, dates, warnings, error, isPending, isKnown, publish } = usePublishing(item, {
    moment,
    time,
    note,
  })

  async function press() {
    if (!(await publish())) return
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
      <RadioGroup
        label="When"
        value={moment}
        options={[
          { value: 'now', label: 'Now', hint: dates.now },
          {
            value: 'slot',
            label: 'Next free slot',
            hint: hasSlots === false ? <NoSlots /> : dates.slot,
            disabled: hasSlots !== true,
          },
          { value: 'time', label: 'At a time of your choice', hint: zone },
        ]}
        onChange={setMoment}
        isHintBeside
      />
      {moment === 'time' && (
        <TextField
          label="Time"
          type="datetime-local"
          required
          hint={`In the time zone of the organization, ${zone ?? 'UTC'}.`}
          value={time}
          onChange={(event) => setTime(event.target.value)}
          error={error?.fieldMessage('publishAt')}
        />
      )}
      <FoundWarnings warnings={warnings} />
      {effects !== null && <WhatHappens effects={effects} moment={moment} when={dates[moment]} />}
    </PublicSheet>
  )
}

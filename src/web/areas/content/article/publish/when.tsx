import { NoSlots } from '#web/areas/content/article/publish/no-slots.tsx'
import type { Moment, Publishing } from '#web/areas/content/article/publish/use-publishing.ts'
import { TextField } from '#web/parts/field.tsx'
import { RadioGroup } from '#web/parts/radio-group.tsx'

export type Wanted = { moment: Moment; time: string }

type Props = {
  /** What is offered, in this order. */
  moments: readonly Moment[]
  wanted: Wanted
  onWant(wanted: Wanted): void
  publishing: Pick<Publishing, 'zone' | 'hasSlots' | 'dates' | 'error'>
}

/** When something becomes public: now, in the next free slot, or at a time of one's choice in the zone of the organization. */
export function When({ moments, wanted, onWant, publishing: { zone, hasSlots, dates, error } }: Props) {
  const { moment, time } = wanted
  const choices = {
    now: { label: 'Now', hint: dates.now },
    slot: {
      label: 'Next free slot',
      hint: hasSlots === false ? <NoSlots /> : dates.slot,
      disabled: hasSlots !== true,
    },
    time: { label: 'At a time of your choice', hint: zone },
  }
  return (
    <>
      <RadioGroup
        label="When"
        value={moment}
        options={moments.map((value) => ({ value, ...choices[value] }))}
        onChange={(next) => onWant({ ...wanted, moment: next })}
        isHintBeside
      />
      {moment === 'time' && (
        <TextField
          label="Time"
          type="datetime-local"
          required
          hint={`In the time zone of the organization, ${zone ?? 'UTC'}.`}
          value={time}
          onChange={(event) => onWant({ ...wanted, time: event.target.value })}
          error={error?.fieldMessage('publishAt')}
        />
      )}
    </>
  )
}

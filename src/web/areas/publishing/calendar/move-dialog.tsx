import { momentIn } from '#std/zoned-time.ts'
import { useReschedule } from '#web/areas/publishing/calendar/use-reschedule.ts'
import { Button } from '#web/parts/button.tsx'
import { TextField } from '#web/parts/field.tsx'
import { FormDialog } from '#web/parts/form-dialog.tsx'
import { textIn } from '#web/parts/form.tsx'
import { useOperation } from '#web/use-operation.ts'

/** What is to get a time: the one that it has, and the one that is proposed in the field. */
export type ToMove = { id: string; title: string; publishAt: string | null; proposed: string }

type Props = { item: ToMove; timezone: string; onClose(): void }

/** Asks for the time at which something goes live, in the zone of the organization. */
export function MoveDialog({ item, timezone, onClose }: Props) {
  const { moveTo, isPending, error } = useReschedule(timezone)
  const settings = useOperation('getOrganizationSettings', {}, { staleTime: 300_000 })
  const publishTime = settings.data?.defaults.publishTime
  const verb = item.publishAt === null ? 'Schedule' : 'Move'
  const give = async (at: string | 'next') => {
    if (await moveTo(item, at)) onClose()
  }

  function submit(form: FormData) {
    const [day = '', time = ''] = textIn(form, 'publishAt').split('T')
    return give(momentIn(timezone, day, time.slice(0, 5)).toISOString())
  }

  return (
    <FormDialog
      title={`${verb} “${item.title}”`}
      verb={verb}
      call={{ isPending, error }}
      isKeptWhileBusy
      isPublic
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Time"
        name="publishAt"
        type="datetime-local"
        required
        defaultValue={item.proposed}
        hint={`In ${timezone}, the time zone of the organization. Everybody can read it from then on.`}
        error={error?.fieldMessage('publishAt')}
      />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted">
        <Button isBusy={isPending} disabled={publishTime == null} onClick={() => void give('next')}>
          Next free slot
        </Button>
        {publishTime === null && <span>No publishing time is set. Settings, Publishing has it.</span>}
      </div>
    </FormDialog>
  )
}

import { BrandForm } from '#web/areas/visibility/set-up/brand-form.tsx'
import type { Competitor } from '#web/areas/visibility/set-up/set-up-types.ts'
import { followJob } from '#web/jobs-under-way.ts'
import { toast } from '#web/parts/toast.tsx'
import { useAction } from '#web/use-operation.ts'

type Props = { brand: Competitor | null; domain?: string | undefined; onClose(): void }

/** The names and websites of a competitor. */
export default function CompetitorForm({ brand, domain, onClose }: Props) {
  const create = useAction('createAsvCompetitor')
  const update = useAction('updateAsvCompetitor')

  return (
    <BrandForm
      title={brand === null ? 'New competitor' : `Change ${brand.name}`}
      verb={brand === null ? 'Track competitor' : 'Save competitor'}
      brand={brand ?? suggestedBy(domain)}
      isBusy={create.isPending || update.isPending}
      error={create.error ?? update.error}
      onClose={onClose}
      onSave={async (fields) => {
        const done =
          brand === null
            ? await create.run(fields)
            : await update.run({ id: brand.id, ...fields, ifVersion: brand.version })
        if (done === null) return
        if (done.jobId !== null)
          followJob({ id: done.jobId, doing: 'Reading answers again', done: 'Stored answers were read again.' })
        toast(`${fields.name} is tracked${done.jobId === null ? '.' : '. Stored answers are read again.'}`)
        onClose()
      }}
    />
  )
}

/** A first idea of a brand, from a host. */
function suggestedBy(domain: string | undefined) {
  if (domain === undefined) return {}
  const [word = ''] = domain.split('.').slice(-2)
  return { name: word.charAt(0).toUpperCase() + word.slice(1), domains: [domain] }
}

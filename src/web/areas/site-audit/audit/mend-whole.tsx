import { useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { MendPlan } from '#web/areas/site-audit/audit/mend-plan.tsx'
import { MendProgress } from '#web/areas/site-audit/audit/mend-progress.tsx'
import { type Issue, ruleWords } from '#web/areas/site-audit/audit/rule-words.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { AlertDialog } from '#web/parts/alert-dialog.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { useAction } from '#web/use-operation.ts'
import { useRehearsal } from '#web/use-rehearsal.ts'

type Chosen = Pick<InputOf<'mendSiteAuditIssues'>, 'ruleCode' | 'issueIds' | 'search'>
type Props = { ruleCode: Issue['ruleCode']; input: Chosen; onClose(): void }
type Effects = OutputOf<'mendSiteAuditIssues'>

const note = 'A fix of the site audit'

/** Says what the fixes of chosen issues write and what the public sees, makes them in one job when the person presses the button, and shows how far that is. */
export function MendWhole({ ruleCode, input, onClose }: Props) {
  // With a note it is a revision of its own, and can be taken back without what was written before.
  const wanted = { ...input, note }
  const action = useAction('mendSiteAuditIssues')
  const effects = useRehearsal(action, wanted)
  const [under, setUnder] = useState<{ jobId: string; requestId: string } | null>(null)
  const title = `Mend “${ruleWords[ruleCode]}”?`
  const needed = effects === null ? 0 : countNeeded(effects)

  async function make() {
    let requestId = ''
    const started = await action.run(wanted, { confirm: true, onChanged: (id) => (requestId = id) })
    if (started?.jobId) setUnder({ jobId: started.jobId, requestId })
  }

  if (under !== null) return <MendProgress {...under} title={title} count={needed} onClose={onClose} />
  return (
    <AlertDialog
      title={title}
      action={effects === null ? 'Change' : `Change ${countOf(articlesIn(effects), 'article')}`}
      isPublic={(effects?.live ?? 0) > 0}
      disabled={effects === null || needed === 0}
      isBusy={effects !== null && action.isPending}
      onAction={() => void make()}
      onCancel={onClose}
    >
      {effects !== null && needed > 0 && <MendPlan effects={effects} />}
      <p role="status">{effects === null ? lookingWords(action.error) : whatHappens(effects)}</p>
      <DialogProblem error={action.error} />
    </AlertDialog>
  )
}

const lookingWords = (error: unknown) => (error === null ? 'Looking at what would happen…' : '')

/** What of the issues is not corrected already, as far as the rehearsal has looked. */
function countNeeded({ mends, plan }: Effects): number {
  return mends - (plan ?? []).filter(isDone).length
}

function articlesIn({ items, plan }: Effects): number {
  const byItem = Map.groupBy(plan ?? [], ({ itemId }) => itemId)
  return items - [...byItem.values()].filter((all) => all.every(isDone)).length
}

type Planned = NonNullable<Effects['plan']>[number]
// An article that was corrected since the audit has nothing left to replace.
const isDone = ({ places, changes }: Planned) => places === 0 || changes.length === 0

function whatHappens(effects: Effects): string {
  const { matched, mends, left, live } = effects
  const more =
    left === 0 ? '' : ` ${left.toLocaleString('en')} more are left for another time: 1,000 are mended at once.`
  const others = matched - mends - left
  const without = others === 0 ? '' : ` ${countOf(others, 'page')} cannot be mended like that.`
  if (countNeeded(effects) === 0) return `There is nothing to change.${without}`
  const seen =
    live === 0
      ? 'None of them is live.'
      : `${countOf(live, 'of them is', 'of them are')} live: the public sees the change at once.`
  return `${seen} It can be undone.${without}${more}`
}

import { useState } from 'react'

import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Status } from '#web/parts/status.tsx'
import { useAction } from '#web/use-operation.ts'

type Access = OutputOf<'checkAiCrawlerAccess'>
type Bot = Access['bots'][number]

/** Who of the crawlers of AI systems may read the website, and what keeps the others out. */
export function AiCrawlers({ mayCheck }: { mayCheck: boolean }) {
  const check = useAction('checkAiCrawlerAccess')
  const [access, setAccess] = useState<Access | null>(null)

  async function ask() {
    const found = await check.run({}, { confirm: true })
    if (found !== null) setAccess(found)
  }

  const button = mayCheck && (
    <Button look={access === null ? 'ink' : 'plain'} isBusy={check.isPending} onClick={() => void ask()}>
      {access === null ? 'Ask as each crawler' : 'Ask again'}
    </Button>
  )
  if (access === null)
    return (
      <>
        <EmptyState title="Who may read your website?" action={button}>
          {mayCheck
            ? 'The start page is asked for once as each crawler of the AI systems, and robots.txt is read.'
            : 'An owner, admin or editor can ask for the start page as each crawler of the AI systems.'}
        </EmptyState>
        <DialogProblem error={check.error} />
      </>
    )
  const open = access.bots.filter(({ blocked }) => !blocked).length
  return (
    <section aria-label="AI crawlers">
      <div className="flex flex-wrap items-center justify-between gap-3 pb-2">
        <h2 className="t-sub">
          {open} of {access.bots.length} AI crawlers may read it
        </h2>
        {button}
      </div>
      <DialogProblem error={check.error} />
      <table className="w-full">
        <thead>
          <tr className="border-b border-line text-left">
            <th scope="col" className="py-1.5 font-medium">
              Crawler
            </th>
            <th scope="col" className="py-1.5 pl-4 font-medium max-sm:hidden">
              What it reads for
            </th>
            <th scope="col" className="py-1.5 pl-4 font-medium">
              May it?
            </th>
          </tr>
        </thead>
        <tbody>
          {access.bots.map((bot) => (
            <tr key={bot.bot} className="border-b border-line align-top">
              <td className="py-1.5 wrap-anywhere">{bot.bot}</td>
              <td className="py-1.5 pl-4 text-muted max-sm:hidden">{purposes[bot.class]}</td>
              <td className="py-1.5 pl-4">
                <Status tone={bot.blocked ? 'warn' : 'ok'}>{bot.blocked ? 'No' : 'Yes'}</Status>
                {bot.blocked && <span className="block wrap-anywhere text-muted">{reasonOf(bot)}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-3 wrap-anywhere text-muted">{llmsWords(access.llmsTxt)}</p>
      {access.renderWithoutJsWordRatio !== null && (
        <p className="mt-1 text-muted">{scriptWords(access.renderWithoutJsWordRatio)}</p>
      )}
    </section>
  )
}

const purposes: Record<Bot['class'], string> = {
  training: 'Learning: what models are made from',
  search: 'Search: what answers can cite',
  user: 'A person: what somebody asked it to open',
}

function reasonOf({ robots, rule, line, httpStatus }: Bot): string {
  if (robots === 'deny')
    return rule === null || line === null ? 'robots.txt forbids it' : `Line ${line} of robots.txt: ${rule}`
  return `The website refuses it (${httpStatus})`
}

/** How much of the page is there for who runs no scripts, as most crawlers do not. */
function scriptWords(ratio: number): string {
  if (ratio >= 0.95) return 'All of its words are there without scripts, which most crawlers do not run.'
  return `Without scripts, which most crawlers do not run, ${Math.round(ratio * 100)} % of its words are there.`
}

function llmsWords({ found, url, problems }: Access['llmsTxt']): string {
  if (!found) return `There is no ${url}: some AI systems read it to find what matters.`
  return problems.length === 0 ? `${url} is there and sound.` : `${url} is there, but has faults.`
}

import { Fact } from '#web/parts/fact.tsx'
import { Sparkline } from '#web/parts/sparkline.tsx'
import { useOperation } from '#web/use-operation.ts'

const range = '28d'

/** Who read an item in the last 28 days: people, AI bots, others, and what search brought. Loaded when it is shown. */
export default function ItemReaders({ itemId }: { itemId: string }) {
  const asked = { itemId, range } as const
  const total = useOperation('getContentAnalytics', asked)
  const byDay = useOperation('getContentAnalytics', { ...asked, groupBy: 'day', pageSize: 28 })
  const [views] = total.data?.items ?? []
  if (total.error !== null || byDay.error !== null) return <p className="text-muted">The views cannot be read.</p>
  if (views === undefined || byDay.data === undefined)
    return (
      <p role="status" className="min-h-40">
        Reading the views…
      </p>
    )
  const bots = Object.entries(views.viewsAiBots).toSorted((one, other) => other[1] - one[1])
  const ofBots = bots.reduce((sum, [, n]) => sum + n, 0)
  return (
    <>
      <p className="t-fig">{count(views.viewsHuman)}</p>
      <p>{views.viewsHuman === 1 ? 'view by a person' : 'views by people'} in 28 days</p>
      <Sparkline values={byDay.data.items.map(({ viewsHuman }) => viewsHuman)} className="mt-2 mb-3" />
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
        <Fact name="AI bots">
          {count(ofBots)}
          {bots.length > 0 && <span className="text-muted"> {wordsOf(bots)}</span>}
        </Fact>
        <Fact name="Others">{count(views.viewsOther)}</Fact>
        {views.clicks !== null && (
          <Fact name="Clicks from search">
            {count(views.clicks)}
            {views.decay !== null && <span className="text-muted"> {changeOf(views.decay)}</span>}
          </Fact>
        )}
      </dl>
    </>
  )
}

const count = (n: number) => n.toLocaleString('en')

/** The busiest by name: "ClaudeBot 12, GPTBot 3". */
function wordsOf(bots: readonly (readonly [string, number])[]): string {
  const named = bots.slice(0, 3).map(([bot, n]) => `${bot} ${count(n)}`)
  return bots.length > named.length ? `${named.join(', ')} and others` : named.join(', ')
}

function changeOf(decay: number): string {
  const percent = Math.round(decay * 100)
  return `${percent >= 0 ? '+' : '−'}${Math.abs(percent)} % against the 28 days before`
}

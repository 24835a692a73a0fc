import { useState } from 'react'

import { verdictOf } from '#web/areas/search-console/searches/index-words.ts'
import { pathOf } from '#web/areas/search-console/searches/search-words.ts'
import { TellEngines } from '#web/areas/search-console/searches/tell-engines.tsx'
import type { OutputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { DialogProblem } from '#web/parts/dialog-problem.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { Sheet } from '#web/parts/sheet.tsx'
import { Status } from '#web/parts/status.tsx'
import { Time } from '#web/parts/time.tsx'
import { useAllowed } from '#web/use-catalog.ts'
import { useAction, useOperation } from '#web/use-operation.ts'

type Answer = OutputOf<'inspectIndexStatus'>

/** A connection with these can be used. */
const usable: ReadonlySet<string> = new Set(['connected', 'degraded'])

/** What Google's index says of a page, once somebody asks; and the way to tell other engines of it. */
export default function PageInIndex({ url, onClose }: { url: string; onClose(): void }) {
  const inspect = useAction('inspectIndexStatus')
  const [answer, setAnswer] = useState<Answer | null>(null)
  const [isTelling, setTelling] = useState(false)
  const { isAllowed: maySubmit } = useAllowed('submitIndexNow')
  const connectors = useOperation('getConnectorState', {}, { enabled: maySubmit })
  const hasIndexNow = connectors.data?.integrations.some(({ kind, state }) => kind === 'indexnow' && usable.has(state))

  async function ask() {
    const given = await inspect.run({ urls: [url] }, { confirm: true })
    if (given !== null) setAnswer(given)
  }

  return (
    <Sheet
      title={`${pathOf(url)} in Google’s index`}
      lead={
        <a href={url} target="_blank" rel="noreferrer" className="mono wrap-anywhere underline">
          {url}
          <span className="sr-only"> in a new tab</span>
        </a>
      }
      footer={
        <>
          <Button look="ink" isBusy={inspect.isPending} onClick={() => void ask()}>
            {answer === null ? 'Ask Google' : 'Ask Google again'}
          </Button>
          {maySubmit && hasIndexNow && <Button onClick={() => setTelling(true)}>Tell other engines…</Button>}
        </>
      }
      onClose={onClose}
    >
      <p className="text-muted">
        Google is told the address and answers what its index knows of it. It answers for 2,000 addresses of your
        website a day{answer !== null && `; ${answer.quotaLeft.toLocaleString('en')} are left today`}.
      </p>
      <div role="status" className="mt-4">
        {answer?.results.map((result) => (
          <Found key={result.url} result={result} />
        ))}
      </div>
      <DialogProblem error={inspect.error} />
      {isTelling && <TellEngines url={url} onClose={() => setTelling(false)} />}
    </Sheet>
  )
}

function Found({ result }: { result: Answer['results'][number] }) {
  const { verdict, coverageState, googleCanonical, userCanonical, lastCrawlTime, error } = result
  if (error !== undefined) return <Notice tone="bad">{error.message}</Notice>
  const { tone, words } = verdictOf(verdict)
  return (
    <>
      <p className="t-head">
        <Status tone={tone}>{words}</Status>
      </p>
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        <Fact name="In its words">{coverageState ?? 'Nothing more'}</Fact>
        <Fact name="Last read">{lastCrawlTime === null ? 'Never, or not known' : <Time at={lastCrawlTime} />}</Fact>
        <Fact name="It shows">
          <Address address={googleCanonical} none="No address" />
        </Fact>
        <Fact name="The page names">
          <Address address={userCanonical} none="No canonical address" />
        </Fact>
      </dl>
      {googleCanonical !== null && userCanonical !== null && googleCanonical !== userCanonical && (
        <div className="mt-4">
          <Notice tone="warn">Google shows another address than the page names: it takes the two for the same.</Notice>
        </div>
      )}
    </>
  )
}

const Address = ({ address, none }: { address: string | null; none: string }) =>
  address === null ? none : <span className="mono wrap-anywhere">{address}</span>

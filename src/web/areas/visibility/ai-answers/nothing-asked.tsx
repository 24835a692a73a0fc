import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'

import type { Range } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { questionsQuery } from '#web/areas/visibility/ai-answers/answers-query.ts'
import { counted, listed } from '#web/areas/visibility/ai-answers/finding.ts'
import { intentWords } from '#web/areas/visibility/ai-answers/prompt-words.ts'
import type { Engine } from '#web/areas/visibility/set-up/set-up-types.ts'
import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { Button, buttonLook } from '#web/parts/button.tsx'
import { late } from '#web/parts/late.ts'
import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

const SuggestedQuestions = late(() => import('#web/areas/visibility/set-up/suggested-questions.tsx'))
const NewQuestions = late(() => import('#web/areas/visibility/set-up/new-questions.tsx'))
const ImportAnswers = late(() => import('#web/areas/visibility/set-up/import-answers.tsx'))
const AskAgain = late(() => import('#web/areas/visibility/ai-answers/ask-again.tsx'))

/** Before the first answers, or in a time without any: what one asks, of whom, and what one will see. */
export default function NothingAsked({ range }: { range: Range }) {
  const { slug: orgSlug } = useOrganization()
  const prompts = useOperation('listAsvPrompts', questionsQuery({}))
  const engines = useOperation('listAsvEngines', { pageSize: 100 })
  const mayWrite = useCatalogEntry('createAsvPrompts')?.allowed ?? false
  const mayAsk = useCatalogEntry('startAsvRun')?.allowed ?? false
  const [open, setOpen] = useState<'suggest' | 'write' | 'bring' | 'ask' | null>(null)
  if (!prompts.data || !engines.data) return null
  const close = () => setOpen(null)
  const asked = engines.data.items.filter(({ provider }) => provider !== 'manual')
  const ready = asked.filter(isReady)
  const hasPrompts = prompts.data.total > 0
  const wasAsked =
    prompts.data.items.some(({ metrics }) => metrics.length > 0) ||
    engines.data.items.some(({ lastOkAt }) => lastOkAt !== null)
  return (
    <div className="grid gap-x-10 gap-y-8 xl:grid-cols-[minmax(0,1fr)_380px]">
      <div className="max-w-3xl">
        <h2 className="t-desk">{wasAsked ? 'No answers in this time.' : 'Nobody has been asked yet.'}</h2>
        <p className="mt-2 text-muted">
          {wasAsked
            ? `Nobody was asked in the last ${range === '365d' ? 'year' : `${Number.parseInt(range, 10)} days`}; a longer time may show more. Questions that name you are counted apart.`
            : 'Choose questions that your readers ask. We put each to the engines several times, keep every answer, and say how sure each figure is.'}
        </p>
        {hasPrompts && <ReadyQuestions list={prompts.data} />}
        <div className="mt-5 flex flex-wrap items-center gap-2">
          {hasPrompts && ready.length > 0 && mayAsk && (
            <Button look="ink" onClick={() => setOpen('ask')}>
              Ask {counted(prompts.data.total, 'question')}…
            </Button>
          )}
          {hasPrompts && ready.length === 0 && (
            <Link
              to="/o/$orgSlug/ai-answers"
              params={{ orgSlug }}
              search={{ tab: 'engines' }}
              className={buttonLook('ink')}
            >
              Choose engines
            </Link>
          )}
          {mayWrite && (
            <>
              <Button look={hasPrompts ? 'plain' : 'ink'} onClick={() => setOpen('suggest')}>
                Suggest questions…
              </Button>
              <Button onClick={() => setOpen('write')}>Write questions…</Button>
            </>
          )}
          {mayWrite && hasPrompts && <Button onClick={() => setOpen('bring')}>Bring an answer…</Button>}
        </div>
        <WhoCanBeAsked engines={asked} />
      </div>
      <Example />
      <Suspense>
        {open === 'suggest' && <SuggestedQuestions onClose={close} />}
        {open === 'write' && <NewQuestions onClose={close} />}
        {open === 'bring' && <ImportAnswers onClose={close} />}
        {open === 'ask' && <AskAgain onClose={close} />}
      </Suspense>
    </div>
  )
}

/** What an answer looks like once there is one. */
function Example() {
  return (
    <aside aria-label="What you will see" className="self-start rounded-xl border border-line bg-surface px-4.5 py-3.5">
      <h3 className="t-head">What you will see</h3>
      <p className="mt-1.5 font-serif text-lg">
        “For new firmware the strongest alternative today is{' '}
        <mark className="border-b-2 border-warn bg-warn-soft px-0.5 font-semibold text-ink">Rust</mark>, while{' '}
        <mark className="border-b-2 border-dotted border-muted bg-transparent text-ink">Zig</mark> is attractive where…”
      </p>
      <p className="mt-2 text-muted">
        Your name is marked, others are underlined, and each source is listed beside it. This one is an example, not an
        answer to you.
      </p>
    </aside>
  )
}

function WhoCanBeAsked({ engines }: { engines: readonly Engine[] }) {
  const { slug: orgSlug } = useOrganization()
  const ready = engines.filter(isReady)
  const off = engines.filter(({ enabled, status }) => !enabled && status !== 'not_configured')
  const keyless = engines.filter(({ status }) => status === 'not_configured')
  return (
    <p className="mt-3 text-muted">
      {ready.length > 0 && `${listed(ready.map(({ label }) => label))} can be asked. `}
      {off.length > 0 && `${listed(off.map(({ label }) => label))} ${off.length === 1 ? 'is' : 'are'} off. `}
      {keyless.length > 0 && (
        <>
          {listed(keyless.map(({ label }) => label))} need a key first:{' '}
          <Link to="/o/$orgSlug/settings/models" params={{ orgSlug }} className="text-ink underline underline-offset-3">
            add one
          </Link>
          , or bring answers that you copied yourself. They need none.
        </>
      )}
    </p>
  )
}

/** How many questions are shown. */
const few = 10

function ReadyQuestions({ list: { items, total } }: { list: OutputOf<'listAsvPrompts'> }) {
  const { slug: orgSlug } = useOrganization()
  return (
    <section aria-labelledby="ready-questions" className="mt-6">
      <div className="flex items-baseline gap-4">
        <h3 id="ready-questions" className="t-head flex-1">
          {counted(total, 'question')} to ask
        </h3>
        <Link
          to="/o/$orgSlug/ai-answers"
          params={{ orgSlug }}
          search={{ tab: 'questions' }}
          className="text-muted underline underline-offset-3 hover:text-ink"
        >
          All questions
        </Link>
      </div>
      <ul className="mt-1">
        {items.slice(0, few).map((prompt) => (
          <li key={prompt.id} className="flex flex-wrap gap-x-4 border-t border-line py-2">
            <span className="min-w-48 flex-1 wrap-anywhere">{prompt.text}</span>
            <span className="text-muted">{intentWords(prompt)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const isReady = ({ enabled, status }: Engine) => enabled && status !== 'not_configured'

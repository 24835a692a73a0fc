import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

import { readableAddress } from '#std/readable-address.ts'
import { type Block, readAnswer } from '#web/areas/visibility/ai-answers/answer-text.ts'
import type { BrandFigures } from '#web/areas/visibility/ai-answers/answer-types.ts'
import { type AnswersSearch, answersSearch } from '#web/areas/visibility/ai-answers/answers-search.ts'
import { counted, modeWords, signed } from '#web/areas/visibility/ai-answers/finding.ts'
import { useOrganization } from '#web/context.ts'
import type { InputOf, OutputOf } from '#web/operations.ts'
import { FewOnPhone } from '#web/parts/few-on-phone.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Time } from '#web/parts/time.tsx'
import { useOperation } from '#web/use-operation.ts'

type Whole = OutputOf<'getAsvAnswer'>
type Props = {
  asked: AnswersSearch
  brands: readonly Pick<BrandFigures, 'brandId' | 'brandName'>[]
  engines: readonly { engineId: string; label: string }[]
}

/** One of the answers, in full: your own name is marked, others are underlined, its sources are below it with whose they are. */
export function OneAnswer({ asked, brands, engines }: Props) {
  const { slug: orgSlug } = useOrganization()
  const at = asked.at ?? 1
  const input: InputOf<'listAsvAnswers'> = { state: 'ok', whole: true, pageSize: 1, page: at }
  if (asked.prompt !== undefined) input.promptId = asked.prompt as NonNullable<typeof input.promptId>
  if (asked.engine !== undefined) input.engineId = asked.engine as NonNullable<typeof input.engineId>
  if (asked.named !== undefined) input.mentioned = asked.named === 'yes'
  const { data, error, isPlaceholderData, refetch } = useOperation('listAsvAnswers', input)
  const [item] = data?.items ?? []
  const isNarrowed = asked.prompt !== undefined || asked.engine !== undefined || asked.named !== undefined
  const to = (search: AnswersSearch) => ({
    to: '/o/$orgSlug/ai-answers' as const,
    params: { orgSlug },
    search,
    resetScroll: false,
  })
  return (
    <section aria-labelledby="one-answer" className="min-w-0">
      <div className="mb-1.5 flex min-h-8 flex-wrap items-center gap-x-3">
        <h2 id="one-answer" tabIndex={-1} className="t-head flex-1 scroll-mt-16">
          One answer
        </h2>
        {(isNarrowed || (at > 1 && data !== undefined && at > data.total)) && (
          <Link
            {...to(answersSearch({ ...asked, prompt: undefined, engine: undefined, named: undefined, at: undefined }))}
            className="text-sm text-muted underline underline-offset-3 hover:text-ink"
          >
            All answers
          </Link>
        )}
        {data && data.total > 0 && (
          <nav aria-label="Answers" className="flex items-center gap-1 text-muted tabular-nums">
            <Step label="Newer answer" sign="‹" link={at > 1 ? to({ ...asked, at: at - 1 }) : null} />
            {Math.min(at, data.total).toLocaleString('en')} of {data.total.toLocaleString('en')}
            <Step label="Older answer" sign="›" link={data.hasMore ? to({ ...asked, at: at + 1 }) : null} />
          </nav>
        )}
      </div>
      {error && !data && <Problem error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="h-96 w-full" />}
      {data && item?.whole === undefined && <p className="text-muted">No answer is like that.</p>}
      {item?.whole && (
        <article
          className={clsx(
            'rounded-xl border border-line bg-surface px-4.5 py-3.5 transition-opacity delay-100',
            isPlaceholderData && 'opacity-60',
          )}
        >
          <p className="text-muted">
            {engines.find(({ engineId }) => engineId === item.engineId)?.label ?? item.model ?? 'An engine'},{' '}
            {modeWords[item.mode].toLowerCase()}
            {item.model !== null && <span className="mono"> {item.model}</span>}
            {' · '}
            <Time at={item.observedAt} />
          </p>
          <h3 className="t-item mt-0.5 wrap-anywhere">{item.prompt}</h3>
          <AnswerBody answer={item.whole} brands={brands} />
          <Citations answer={item.whole} brands={brands} />
        </article>
      )}
    </section>
  )
}

type LinkTo = { to: '/o/$orgSlug/ai-answers'; params: { orgSlug: string }; search: AnswersSearch; resetScroll: boolean }

function Step({ label, sign, link }: { label: string; sign: string; link: LinkTo | null }) {
  const look = 'grid size-8 place-items-center rounded-lg text-lg max-md:size-11'
  if (link === null)
    return (
      <span aria-hidden className={clsx(look, 'opacity-40')}>
        {sign}
      </span>
    )
  return (
    <Link {...link} aria-label={label} className={clsx(look, 'hover:bg-raised hover:text-ink')}>
      {sign}
    </Link>
  )
}

type OfAnswer = { answer: Whole; brands: Props['brands'] }

function AnswerBody({ answer, brands }: OfAnswer) {
  const marks = answer.mentions
    .flatMap(({ brandId, offsets }) => offsets.map(([from = 0, to = 0]) => ({ brandId, from, to })))
    .toSorted((a, b) => a.from - b.from)
  const ownId = brands[0]?.brandId
  return (
    <FewOnPhone key={answer.id} all={readAnswer(answer.untrusted.text, marks)} few={3} more="The whole answer">
      {(shown) => (
        <blockquote
          tabIndex={0}
          aria-label="The answer"
          className="mt-2.5 mb-3.5 flex flex-col gap-2 font-serif text-lg wrap-anywhere sm:max-h-120 sm:overflow-y-auto print:max-h-none"
        >
          {shown.map((block) => (
            <AnswerBlock key={block.at} block={block} answer={answer} brands={brands} ownId={ownId} />
          ))}
        </blockquote>
      )}
    </FewOnPhone>
  )
}

function AnswerBlock({ block, answer, brands, ownId }: OfAnswer & { block: Block; ownId: string | undefined }) {
  const words = block.pieces.map(({ text, at, brandId, isStrong, url }, nth) => {
    const source = url === null ? 0 : citedIn(answer).findIndex((one) => one.url !== null && isSame(one.url, url)) + 1
    const isLast = block.pieces[nth + 1]?.url !== url
    return (
      <span key={at} className={clsx(isStrong && 'font-semibold')}>
        {brandId === null ? (
          text
        ) : (
          <mark
            title={brands.find((one) => one.brandId === brandId)?.brandName}
            className={
              brandId === ownId
                ? 'border-b-2 border-warn bg-warn-soft px-0.5 font-semibold text-ink'
                : 'border-b-2 border-dotted border-muted bg-transparent text-ink'
            }
          >
            {text}
          </mark>
        )}
        {source > 0 && isLast && <sup className="ml-px font-sans text-xs text-link">{source}</sup>}
      </span>
    )
  })
  if (block.kind === 'heading') return <p className="font-semibold">{words}</p>
  if (block.kind === 'text') return <p>{words}</p>
  return (
    <p className="grid grid-cols-[1.5rem_minmax(0,1fr)]">
      <span className="text-muted">{block.marker}</span>
      <span>{words}</span>
    </p>
  )
}

/** Addresses that lead to the same page, as far as one sees. */
function isSame(a: string, b: string): boolean {
  const plain = (url: string) =>
    url
      .replace(/^https?:\/\/(www\.)?/i, '')
      .replace(/[?&]utm_[^&#]*/g, '')
      .replace(/[/?]*(#.*)?$/, '')
  return plain(a) === plain(b)
}

function Citations({ answer, brands }: OfAnswer) {
  const { slug: orgSlug } = useOrganization()
  const cited = citedIn(answer)
  const read = answer.citations.length - cited.length
  const own = answer.mentions.find(({ brandId }) => brandId === brands[0]?.brandId)
  const queries = answer.untrusted.searchQueries.map((query) => `“${query}”`).join(', ')
  const facts = [
    queries !== '' && `Searched for ${queries}.`,
    read > 0 && `Read ${counted(read, 'page')} besides.`,
    own === undefined ? 'You are not named.' : `Place ${own.rank} of ${answer.mentions.length}.`,
    own?.sentiment != null && `Tone ${signed(own.sentiment, 1)}, by a list of words.`,
  ].filter((one) => one !== false)
  return (
    <>
      {cited.length > 0 && (
        <>
          <h4 className="t-head">It cited</h4>
          <ol className="mt-1">
            {cited.map((one, nth) => (
              <li
                key={`${one.url} ${one.domain}`}
                className="grid grid-cols-[1.25rem_1fr_fit-content(45%)] gap-x-1.5 border-t border-line py-1.5"
              >
                <span className="font-semibold">{nth + 1}</span>
                <span className="min-w-0 truncate" title={one.url ?? one.domain}>
                  {answer.untrusted.titles[answer.citations.indexOf(one)] ?? addressOf(one)}
                </span>
                <span className={clsx('wrap-anywhere', one.ownership === 'own' ? 'text-ok-ink' : 'text-muted')}>
                  {one.matchedItemId === null ? (
                    whose(one, brands)
                  ) : (
                    <Link
                      to="/o/$orgSlug/ai-answers/articles/$itemId"
                      params={{ orgSlug, itemId: one.matchedItemId }}
                      className="underline underline-offset-3"
                    >
                      yours, article
                    </Link>
                  )}
                </span>
              </li>
            ))}
          </ol>
        </>
      )}
      <p className="border-t border-line pt-2 text-sm text-muted wrap-anywhere">{facts.join(' ')}</p>
    </>
  )
}

const citedIn = ({ citations }: Whole) => citations.filter(({ kind }) => kind === 'cited')

type Citation = Whole['citations'][number]

const addressOf = ({ url, domain }: Citation) =>
  url === null
    ? domain
    : readableAddress(url)
        .replace(/^https?:\/\/(www\.)?/, '')
        .replace(/\/$/, '')

function whose({ ownership, brandId }: Citation, brands: Props['brands']): string {
  if (ownership === 'own') return 'yours'
  return brands.find((one) => one.brandId === brandId)?.brandName ?? ''
}

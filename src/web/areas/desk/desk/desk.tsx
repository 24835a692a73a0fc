import { Link, useNavigate, useSearch } from '@tanstack/react-router'

import { ChangedArticles } from '#web/areas/desk/desk/changed-articles.tsx'
import { ranges, searchOf } from '#web/areas/desk/desk/desk-search.ts'
import { DeskSkeleton } from '#web/areas/desk/desk/desk-skeleton.tsx'
import { Feed } from '#web/areas/desk/desk/feed.tsx'
import { Figures } from '#web/areas/desk/desk/figures.tsx'
import { headline } from '#web/areas/desk/desk/headline.ts'
import { NextSteps } from '#web/areas/desk/desk/next-steps.tsx'
import { useDesk } from '#web/areas/desk/desk/use-desk.ts'
import { WaitingList } from '#web/areas/desk/desk/waiting-list.tsx'
import { unlistedOf, unreadOf, waitingOf } from '#web/areas/desk/desk/waiting.ts'
import { Week } from '#web/areas/desk/desk/week.tsx'
import { FirstSteps } from '#web/areas/onboarding/first-steps/first-steps.tsx'
import { useOrganization } from '#web/context.ts'
import { buttonLook } from '#web/parts/button.tsx'
import { EmptyState } from '#web/parts/empty-state.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Select } from '#web/parts/select.tsx'

/** What waits for the person, what the week brings, how things stand, and what happens now. */
export function Desk() {
  const { range = '28d' } = useSearch({ from: '/o/$orgSlug/' })
  const navigate = useNavigate({ from: '/o/$orgSlug/' })
  const { dashboard, approvals, calendar, news, hasSteps, isReady, error, retry } = useDesk(range)
  const waiting = waitingOf(approvals.data?.items ?? [], dashboard.data?.attention ?? [])
  const unread = approvals.data ? unreadOf(approvals.data) : 0
  const figures = dashboard.data
  const unlisted = figures ? unlistedOf(figures) : 0
  // What could not be read may wait.
  const isKnown = approvals.data !== undefined && figures !== undefined
  const isEmpty = figures !== undefined && figures.published + figures.scheduled + figures.drafts === 0

  return (
    <Page
      title="Desk"
      heading={isReady && isKnown ? headline(waiting.length + unread + unlisted) : 'Your desk'}
      lead={`${date.format(new Date())}. Nothing goes public until somebody presses red.`}
      isFinding
      isWide
      actions={
        <Select
          label="Time of the figures"
          value={range}
          options={ranges}
          onChange={(next) => void navigate({ search: searchOf(next), replace: true })}
        />
      }
    >
      {!isReady && <DeskSkeleton />}
      {isReady && (
        <div className="grid gap-x-9 lg:grid-cols-[minmax(0,1fr)_300px]">
          <div className="min-w-0">
            {error && <Problem error={error} onRetry={retry} />}
            {hasSteps && isEmpty && <FirstSteps />}
            {isEmpty && waiting.length === 0 ? <NothingYet /> : <WaitingList {...{ waiting, unread, unlisted }} />}
            {!isEmpty && calendar.data && <Week calendar={calendar.data} />}
            {!isEmpty && figures && <Figures dashboard={figures} />}
            {!isEmpty && figures && <NextSteps dashboard={figures} />}
            {hasSteps && !isEmpty && <FirstSteps />}
          </div>
          <div className="min-w-0 lg:border-l lg:border-line lg:pl-7">
            {news.log?.data && <Feed records={news.log.data.items} hasMore={news.log.data.hasMore} />}
            {news.changed?.data && <ChangedArticles items={news.changed.data.items} />}
          </div>
        </div>
      )}
    </Page>
  )
}

function NothingYet() {
  const { slug } = useOrganization()
  return (
    <EmptyState
      title="Nothing is written yet"
      action={
        <>
          <Link to="/o/$orgSlug/content" params={{ orgSlug: slug }} className={buttonLook('ink')}>
            Write an article
          </Link>
          <Link to="/o/$orgSlug/topics" params={{ orgSlug: slug }} className={buttonLook('plain')}>
            Plan a topic
          </Link>
        </>
      }
    >
      Write the first article yourself, or connect an agent and let it propose topics. What needs a decision of yours
      stands here from then on.
    </EmptyState>
  )
}

const date = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })

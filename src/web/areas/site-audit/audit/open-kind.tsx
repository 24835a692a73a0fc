import { clsx } from 'clsx'
import { useState } from 'react'

import { countOf } from '#web/areas/content/item-words.tsx'
import { IssueRow } from '#web/areas/site-audit/audit/issue-row.tsx'
import type { IssueKind } from '#web/areas/site-audit/audit/kind-words.ts'
import { isMendable, needsModel } from '#web/areas/site-audit/audit/mend-calls.ts'
import { MendIssues } from '#web/areas/site-audit/audit/mend-issues.tsx'
import { MendWhole } from '#web/areas/site-audit/audit/mend-whole.tsx'
import { ruleWhy } from '#web/areas/site-audit/audit/rule-why.ts'
import { type Issue, ruleWords, severityTones, severityWords } from '#web/areas/site-audit/audit/rule-words.ts'
import { SetAside } from '#web/areas/site-audit/audit/set-aside.tsx'
import type { InputOf } from '#web/operations.ts'
import { Button } from '#web/parts/button.tsx'
import { ListBody } from '#web/parts/list-body.tsx'
import { Notice } from '#web/parts/notice.tsx'
import { SearchBox } from '#web/parts/search-box.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { Status } from '#web/parts/status.tsx'
import { useOperation } from '#web/use-operation.ts'

type Props = {
  kind: IssueKind
  /** The run whose issues are marked as new; undefined for the first one, of which all are. */
  newOf: string | undefined
  mayChange: boolean
  isChosen: boolean
}
type Mendable = NonNullable<InputOf<'mendSiteAuditIssues'>['ruleCode']>
type Opened = { issues: readonly [Issue, ...Issue[]]; by: 'mend' | 'aside' }

/** One kind of issue: why it matters, every page that has it, and the ways to mend one or all of them. */
export function OpenKind({ kind: { ruleCode, severity, count, mendable }, newOf, mayChange, isChosen }: Props) {
  const { list, search, filter, find, setPage } = useIssues(ruleCode)
  const [isMending, setMending] = useState(false)
  const [opened, setOpened] = useState<Opened | null>(null)
  const shown = (list.data?.items ?? []).filter((issue) => issue.ruleCode === ruleCode)
  const [first, ...others] = mayChange ? shown.filter(isMendable) : []
  const open = (by: Opened['by'], ...issues: Opened['issues']) => setOpened({ issues, by })
  const [any, ...more] = shown
  const isWritten = shown.some(needsModel)
  const all = search === '' ? count : (list.data?.total ?? 0)
  // A call mends all that match, whatever page of the list is shown; what a model writes is looked at page by page.
  const able = isWritten ? (first ? 1 : 0) + others.length : mendable === 0 || search === '' ? mendable : all
  const canMend = mayChange && able > 0 && (!isWritten || first !== undefined)
  return (
    <section
      aria-label="Pages"
      className={clsx(
        'min-w-0 rounded-lg border border-line bg-surface p-4 md:p-5',
        // However many pages there are, the kinds beside them stay in reach.
        'lg:sticky lg:top-16 lg:max-h-[calc(100dvh-80px)] lg:overflow-y-auto',
        isChosen ? 'max-lg:order-first' : 'max-lg:hidden',
      )}
    >
      <Status tone={severityTones[severity]}>{severityWords[severity]}</Status>
      <h2 className="t-sub mt-1 mb-1.5 wrap-anywhere">{ruleWords[ruleCode]}</h2>
      <p>{ruleWhy[ruleCode]}</p>
      {canMend && (
        <AllAtOnce
          verb={isWritten ? 'Write' : 'Mend'}
          able={able}
          all={all}
          onPress={() => (isWritten && first ? open('mend', first, ...others) : setMending(true))}
        />
      )}
      {count > few && (
        <div className="mt-3 flex">
          <SearchBox label="Find pages" hint="Part of an address" value={search} onSearch={find} />
        </div>
      )}
      <div className="mt-3">
        <ListBody
          list={list}
          skeleton={<Skeleton className="h-60" />}
          empty={() => (
            <p className="text-muted">
              {search === '' ? 'Nothing of that kind is wrong any longer.' : 'No page is like that.'}
            </p>
          )}
          onPage={setPage}
        >
          {() => (
            <Issues
              issues={shown}
              newOf={newOf}
              onMend={mayChange ? (issue) => open('mend', issue) : undefined}
              onSetAside={mayChange ? (issue) => open('aside', issue) : undefined}
            />
          )}
        </ListBody>
      </div>
      {mayChange && any && more.length > 0 && (
        <Button size="small" look="quiet" className="mt-3" onClick={() => open('aside', any, ...more)}>
          Set all {shown.length.toLocaleString('en')} aside…
        </Button>
      )}
      {isMending && (
        <MendWhole
          ruleCode={ruleCode}
          input={{ ruleCode: ruleCode as Mendable, ...filter }}
          onClose={() => setMending(false)}
        />
      )}
      {opened?.by === 'mend' && <MendIssues issues={opened.issues} onClose={() => setOpened(null)} />}
      {opened?.by === 'aside' && <SetAside issues={opened.issues} onClose={() => setOpened(null)} />}
    </section>
  )
}

/** The open issues of a kind, page by page, and the search that narrows them. */
function useIssues(ruleCode: IssueKind['ruleCode']) {
  const [page, setPage] = useState(1)
  const [search, setSearch] = useState('')
  const filter = search === '' ? {} : { search }
  const list = useOperation('listSiteAuditIssues', {
    ruleCode,
    state: ['open', 'regressed'],
    page,
    pageSize: 50,
    ...filter,
  })
  function find(text: string) {
    setSearch(text)
    setPage(1)
  }
  return { list, search, filter, find, setPage }
}

type IssuesProps = {
  issues: readonly Issue[]
  newOf: string | undefined
  onMend: ((issue: Issue) => void) | undefined
  onSetAside: ((issue: Issue) => void) | undefined
}

function Issues({ issues, newOf, onMend, onSetAside }: IssuesProps) {
  return (
    <ul className="border-t border-line">
      {issues.map((issue) => (
        <IssueRow
          key={issue.id}
          issue={issue}
          isNew={issue.firstSeenRun === newOf}
          leads="editor"
          isNamed={false}
          onMend={onMend && isMendable(issue) ? () => onMend(issue) : undefined}
          onSetAside={onSetAside && (() => onSetAside(issue))}
        />
      ))}
    </ul>
  )
}

type AllAtOnceProps = { verb: string; able: number; all: number; onPress(): void }

function AllAtOnce({ verb, able, all, onPress }: AllAtOnceProps) {
  return (
    <div className="mt-3">
      <Notice tone="ok">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-40">{mendableWords(able, all)}</p>
          <Button size="small" look="to-press" onClick={onPress}>
            {verb} {able.toLocaleString('en')}…
          </Button>
        </div>
      </Notice>
    </div>
  )
}

/** So many pages are seen at a glance. */
const few = 10

function mendableWords(able: number, all: number): string {
  if (able === all) return countOf(all, 'page can be mended now.', 'pages can be mended now.')
  return `${countOf(able, 'page')} of ${all.toLocaleString('en')} can be mended now.`
}

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

import { useOrganization } from '#web/context.ts'
import type { OutputOf } from '#web/operations.ts'
import { CommandLine } from '#web/parts/command-line.tsx'
import { Fact } from '#web/parts/fact.tsx'
import { Page } from '#web/parts/page.tsx'
import { Problem } from '#web/parts/problem.tsx'
import { Skeleton } from '#web/parts/skeleton.tsx'
import { useOperation } from '#web/use-operation.ts'

/** Settings > About: what runs here, whether work waits, and how to grow. */
export function About() {
  const installation = useOperation('getInstallation', {}, { staleTime: 60_000 })
  const waiting = useOperation('listJobs', { pageSize: 1, state: 'queued' })
  return (
    <Page title="About" lead="What runs here.">
      {installation.error && <Problem error={installation.error} onRetry={() => void installation.refetch()} />}
      {installation.isPending && <Skeleton className="h-56" />}
      {installation.data && <Facts facts={installation.data} waiting={waiting.data?.total} />}
    </Page>
  )
}

function Facts({ facts, waiting }: { facts: OutputOf<'getInstallation'>; waiting: number | undefined }) {
  const { slug } = useOrganization()
  const isEmbedded = facts.database === 'embedded'
  return (
    <>
      <dl className="grid grid-cols-[10rem_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Fact name="Masthead">
          <span className="mono">{facts.version}</span>
        </Fact>
        <Fact name="Database">
          {isEmbedded ? 'Embedded' : 'A PostgreSQL server'}, version{' '}
          <span className="mono">{facts.databaseVersion}</span>
        </Fact>
        <Fact name="Migration">
          <span className="mono">{facts.migration}</span>
        </Fact>
        <Fact name="Jobs that wait">
          <Link to="/o/$orgSlug/settings/jobs" params={{ orgSlug: slug }} className="underline underline-offset-4">
            {waiting === undefined ? 'Jobs' : `${waiting.toLocaleString('en')} of this organization`}
          </Link>
        </Fact>
      </dl>
      {isEmbedded && (
        <Subject title="Moving to PostgreSQL">
          <p>
            The embedded database carries one machine and about a gigabyte of content. To run several servers, or to
            back up with the tools of PostgreSQL, an operator stops Masthead and moves everything with one command:
          </p>
          <CommandLine what="Command that moves everything">npm run -s masthead -- move --to postgres://…</CommandLine>
          <p>
            Then <code>DATABASE_URL</code> names the server at the next start. Nothing of the old database is removed.
          </p>
        </Subject>
      )}
      <Subject title="When something is wrong">
        <p>An operator examines the installation with:</p>
        <CommandLine what="Command that examines the installation">npm run -s masthead -- doctor</CommandLine>
      </Subject>
    </>
  )
}

function Subject({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="mt-8 max-w-2xl border-t border-line pt-5">
      <h2 className="t-sub mb-2">{title}</h2>
      {children}
    </section>
  )
}

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { pathOf } from '#areas/addresses/index.ts'
import { itemChecks } from '#areas/checks/index.ts'
import { getCollection, requireEnabled } from '#areas/collections/index.ts'
import {
  type ImportParts,
  type ImportSummary,
  type ImportTransaction,
  importRecords,
  openSource,
} from '#areas/exchange/index.ts'
import { createAnnounce } from '#areas/integrations/index.ts'
import { type Status, statuses } from '#areas/items/index.ts'
import { writeRecord } from '#catalog/run/audit.ts'
import { newRequestId } from '#catalog/run/call.ts'
import { startJob } from '#catalog/run/start-job.ts'
import type { Access } from '#kernel/access.ts'
import { askerNow } from '#kernel/asked.ts'
import { type Code, Refusal } from '#kernel/errors.ts'
import { type Files, filesBelow } from '#kernel/files.ts'
import type { SafeFetch } from '#kernel/http.ts'
import type { RequestId } from '#kernel/ids.ts'
import { imagesFor, type SharedImages } from '#kernel/images.ts'
import type { Start } from '#kernel/job.ts'
import { journalWrites } from '#kernel/journal.ts'
import type { Log } from '#kernel/log.ts'
import { renderFor, type SharedRender } from '#kernel/render.ts'
import type { Asker } from '#kernel/turns.ts'
import type { ConfiguredWebhooks } from '#kernel/webhook.ts'
import type { TenantDatabase } from '#platform/database/tenant.ts'

import type { CommandOutput } from './import-output.ts'
import { organizationOwner } from './import-owner.ts'
import { importReport } from './import-report.ts'
import { UsageError } from './usage-error.ts'

/** What the command line asks for: plain data, so that it can be sent to a running server. */
export type ImportRequest = {
  /** Absolute. */
  source: string
  organization: string
  collection: string
  pages: string | null
  status: Status | null
  /** The address of the old site, for relative images. */
  baseUrl: string | null
  /** Whether pictures on other servers are fetched. */
  media: boolean
  dryRun: boolean
  verbose: boolean
}

export const importUsage = `masthead import <folder or file> --organization <slug>
  --collection <slug>   where items go (articles)
  --pages <slug>        where pages go, if elsewhere
  --status <status>     draft, scheduled or published, instead of the source's own
  --base-url <url>      address of the old site, for relative images in Markdown
  --media               fetches pictures from other servers; those next to Markdown files are always imported
  --dry-run             says what it would do and writes nothing
  --verbose             shows every note`

/** Reads the arguments after `masthead import`; paths are relative to `cwd`. Refuses with the usage. */
export function readImportArgs(args: readonly string[], cwd: string): ImportRequest {
  const { values, positionals } = parsed(args)
  const [source, ...others] = positionals
  if (source === undefined || others.length > 0) throw usage('Name one folder or file.')
  if (values.organization === undefined) throw usage('Name the organization by its slug.')
  const status = statuses.find((known) => known === values.status) ?? null
  if (values.status !== undefined && status === null) throw usage(`There is no status "${values.status}".`)
  const baseUrl = values['base-url'] ?? null
  if (baseUrl !== null && !/^https?:\/\/\S+$/.test(baseUrl)) throw usage('--base-url must begin with https://.')
  return {
    source: resolve(cwd, source),
    organization: values.organization,
    collection: values.collection,
    pages: values.pages ?? null,
    status,
    baseUrl,
    media: values.media,
    dryRun: values['dry-run'],
    verbose: values.verbose,
  }
}

export type ImportCommandParts = {
  database: TenantDatabase
  render: SharedRender
  files: Files
  images: SharedImages
  webhooks: ConfiguredWebhooks
  /** The way to other servers. */
  fetch: SafeFetch
  /** The address of this installation. */
  baseUrl: string
  log: Log
  output: CommandOutput
  /** Stops it between two batches: what was written stays, and has its record. */
  signal?: AbortSignal
}

// Nobody waits for an answer, and a busy machine must not cost a post. The limits of size and nesting still hold.
const renderTimeoutMs = 30_000

/**
 * Imports a source into an organization as its owner and prints the report, either in a process of its own or in the server
 * that was asked over the control channel. Returns the exit code: 1 when an entry failed.
 */
export async function runImport(request: ImportRequest, parts: ImportCommandParts): Promise<number> {
  const { database, log, output } = parts
  const startedAt = new Date()
  const access = await organizationOwner(database, request.organization)
  const context = { organizationId: access.organization.id, userId: access.actor.userId }
  const { collection, pages } = await database.forOrganization(context, 'read', ({ db }) => places(db, request, access))

  const source = await openSource(request.source, {
    now: startedAt,
    ...(request.baseUrl === null ? {} : { baseUrl: request.baseUrl }),
    linkTo: ({ path, slug, sitePath }) =>
      slug === null ? sitePath : pathOf(isSection(path) ? (pages ?? collection) : collection, newItem(slug)),
  })
  const requestId = newRequestId()
  const asker = (): Asker => ({ ...askerNow(access.organization.id, parts.signal), rank: 'background' })
  const importParts: ImportParts = {
    transaction: (work) => journaled(database, context, { actor: access.actor, requestId }, work),
    render: renderFor(parts.render, { asker, timeoutMs: renderTimeoutMs, baseUrl: parts.baseUrl }),
    checks: itemChecks,
    collection,
    pages,
    status: request.status ?? undefined,
    dryRun: request.dryRun,
    authorship: { actor: access.actor, requestId, now: startedAt },
    announcing: announcingOf(parts, { access, requestId }),
    onProgress: (entries) => output.progress(Math.min(1, entries / Math.max(1, source.entries))),
    pictures: picturesFor(request, parts, { access, asker }),
    signal: parts.signal,
  }

  let summary: ImportSummary | undefined
  let code: Code | null = null
  try {
    summary = await importRecords(source.records, importParts)
  } catch (error) {
    code = error instanceof Refusal ? error.code : 'internal_error'
    throw error
  } finally {
    const record = recordOf(request, { access, requestId, startedAt, summary, code })
    await database.forOrganization(context, 'write', ({ db }) => writeRecord(db, record))
  }
  log.info({ organizationId: context.organizationId, items: summary.items, dryRun: request.dryRun }, 'import finished')
  for (const line of importReport(summary, request)) output.print(line)
  return summary.items.failed > 0 ? 1 : 0
}

/** A transaction whose revisions count as written by the run, so that it can be taken back (undo.md#effects-name-revisions). */
function journaled<T>(
  database: TenantDatabase,
  context: Parameters<TenantDatabase['forOrganization']>[0],
  by: { actor: Access['actor']; requestId: RequestId },
  work: (tx: ImportTransaction) => Promise<T>,
): Promise<T> {
  return database.forOrganization({ ...context, plansOnce: true }, 'write', async (tx) => {
    const result = await work(tx)
    for (const write of journalWrites(tx.db, { ...by, now: new Date() })) tx.lastly(write)
    return result
  })
}

/** Websites, copies and search engines learn of it; the chats and mails about each article do not: the report has them all. */
function announcingOf(
  { webhooks, baseUrl }: ImportCommandParts,
  { access, requestId }: { access: Access; requestId: RequestId },
): ImportParts['announcing'] {
  const announce = createAnnounce({ webhooks })
  const organizationId = access.organization.id
  // A job runs with the credential of its actor, and a command has none.
  const actor = { ...access.actor, credentialId: access.actor.userId }
  return {
    access,
    baseUrl,
    announce(db, change) {
      const start: Start = (job, input, options) => startJob(db, job, { input, actor, requestId, ...options })
      return announce(db, change, { organizationId, now: new Date(), start })
    },
  }
}

function picturesFor(
  { media }: ImportRequest,
  { database, files, images, fetch, baseUrl }: ImportCommandParts,
  { access: { organization, actor }, asker }: { access: Access; asker: () => Asker },
): ImportParts['pictures'] {
  const context = { organizationId: organization.id, userId: actor.userId }
  return {
    place: {
      access: { organization },
      read: (work) => database.forOrganization(context, 'read', ({ db }) => work(db)),
      write: (work) => database.forOrganization(context, 'write', work),
      files: filesBelow(files, organization.id),
      images: imagesFor(images, asker),
      now: () => new Date(),
    },
    baseUrl,
    ...(media ? { fetch } : {}),
    limits: { pictures: Infinity, bytes: Infinity },
  }
}

// The page of a folder is read as a page.
function isSection(path: string): boolean {
  return /(^|\/)_index\.[^/]+$/.test(path)
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        organization: { type: 'string' },
        collection: { type: 'string', default: 'articles' },
        pages: { type: 'string' },
        status: { type: 'string' },
        'base-url': { type: 'string' },
        media: { type: 'boolean', default: false },
        'dry-run': { type: 'boolean', default: false },
        verbose: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}

function usage(message: string): UsageError {
  return new UsageError(`${message}\n\n${importUsage}`)
}

async function places(db: Parameters<typeof getCollection>[0], request: ImportRequest, access: Access) {
  const collection = await getCollection(db, request.collection)
  const pages = request.pages === null ? undefined : await getCollection(db, request.pages)
  for (const place of [collection, pages]) if (place !== undefined) requireEnabled(place, access.organization.plan)
  return { collection, pages }
}

type Run = {
  access: Access
  requestId: RequestId
  startedAt: Date
  summary: ImportSummary | undefined
  /** Why it ended before its end. */
  code: Code | null
}

/** One record for a whole run, as for any call (audit.md#one-record-per-call). */
function recordOf(
  request: ImportRequest,
  { access, requestId, startedAt, summary, code }: Run,
): Parameters<typeof writeRecord>[1] {
  const { collection, pages, status, media, dryRun } = request
  return {
    operation: 'importItems',
    interface: 'cli',
    deed: { doing: 'Import items', isRehearsal: dryRun },
    access,
    requestId,
    clientRequestId: undefined,
    startedAt,
    finishedAt: new Date(),
    scope: null,
    risk: 'external',
    effectiveRisk: 'external',
    status: summary === undefined ? 'failed' : 'succeeded',
    code,
    confirmed: false,
    idempotencyKey: undefined,
    replayOf: null,
    occurrences: 1,
    inputSummary: { collection, pages, status, media, dryRun },
    resultSummary: summary === undefined ? {} : { items: summary.items, redirects: summary.redirects },
  }
}

// What a link between two entries knows about its target before that is written.
function newItem(slug: string) {
  return { id: '', slug, category_slug: null, publish_at: null }
}

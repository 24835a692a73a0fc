import type {
  FailedPicture,
  ImportSummary,
  TemplateProposal,
  Unwritten,
} from '#areas/exchange/importers/import-summary.ts'
import { visibleText } from '#std/visible-text.ts'

const maxSkipped = 200
const maxSource = 300
const maxReason = 300
const maxNotes = 50

/** What an import returns. `updated` are those of `matched` that followed their source. */
export type ImportResult = {
  created: number
  matched: number
  updated: number
  skipped: { source: string; reason: string }[]
  skippedTotal: number
  media: {
    created: number
    matched: number
    /** Pictures that could not be fetched or stored: the texts keep their addresses. `article`: the title of the one that shows it. */
    failed: { source: string; reason: string; address: string; article: string | null; itemId: string | null }[]
    failedTotal: number
  }
  /** Old addresses that lead to what was imported. */
  redirects: { created: number; matched: number }
  /** What was changed on the way in, such as a taken slug, by kind: the first sources of each. */
  notes: { code: string; message: string; count: number; sources: string[] }[]
  /** How many things were changed in all: `notes` shows the first kinds of them. */
  notesTotal: number
  /** Templates under which the items keep their old addresses, for updateCollection; of collections where that is not so now. */
  urlTemplates: TemplateProposal[]
}

/** What the result says of a run besides its sums. */
export type ResultContext = {
  /** How many of the items that it found it had created itself, before it was interrupted. */
  before?: number
  /** Ids of items by their source key, for those in which a picture is missing. */
  itemIds?: ReadonlyMap<string, string>
}

/** The result of a run. */
export function importResult(summary: ImportSummary, { before = 0, itemIds = new Map() }: ResultContext): ImportResult {
  const { items, media, redirects, notes, unwritten, templates } = summary
  const groups = [...unwritten.values()].filter(({ what }) => !isTerm(what))
  const entries = groups.filter(({ what }) => what !== 'picture')
  const pictures = groups.filter(({ what }) => what === 'picture')
  const found = items.unchanged + items.updated
  return {
    created: items.created + Math.min(before, found),
    matched: Math.max(0, found - before),
    updated: items.updated,
    skipped: listed(entries),
    skippedTotal: total(entries),
    media: {
      created: media.created,
      matched: media.matched,
      failed: shownPictures(summary).map(failedAs(itemIds)),
      failedTotal: total(pictures),
    },
    redirects,
    notes: [...notes.values()].flatMap(({ code, messages }) => [...messages].map(notedAs(code))).slice(0, maxNotes),
    notesTotal: [...notes.values()].reduce((sum, { count }) => sum + count, 0),
    urlTemplates: templates,
  }
}

/** The failed pictures that a result names. */
export function shownPictures({ failedPictures }: ImportSummary): FailedPicture[] {
  return failedPictures.slice(0, maxSkipped)
}

const failedAs =
  (itemIds: ReadonlyMap<string, string>) =>
  ({ label, address, reason, article }: FailedPicture) => ({
    source: shown(label, maxSource),
    reason: shown(reason, maxReason),
    address: shown(address, maxSource),
    article: article && shown(article.title, maxSource),
    itemId: (article && itemIds.get(article.sourceKey)) ?? null,
  })

const notedAs =
  (code: string) =>
  ([message, { count, labels }]: [string, { count: number; labels: string[] }]) => ({
    code,
    message: shown(message, maxReason),
    count,
    sources: labels.slice(0, 3).map((label) => shown(label, maxSource)),
  })

function listed(groups: readonly Unwritten[]): { source: string; reason: string }[] {
  return groups
    .flatMap(({ labels, reason }) =>
      labels.map((source) => ({ source: shown(source, maxSource), reason: shown(reason, maxReason) })),
    )
    .slice(0, maxSkipped)
}

function total(groups: readonly Unwritten[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0)
}

function isTerm(what: string): boolean {
  return what === 'category' || what === 'tag'
}

function shown(text: string, max: number): string {
  const visible = visibleText(text)
  return visible.length <= max ? visible : `${visible.slice(0, max - 1).toWellFormed()}…`
}

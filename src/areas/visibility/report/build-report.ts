import { getSettings } from '#areas/organizations/index.ts'
import { readBrands } from '#areas/visibility/brands.ts'
import { askedEngines } from '#areas/visibility/metrics/asked-engines.ts'
import { readCells } from '#areas/visibility/metrics/cells.ts'
import { findGaps, gapDays, gapKinds } from '#areas/visibility/metrics/gaps.ts'
import { periodOf } from '#areas/visibility/metrics/periods.ts'
import { listSources } from '#areas/visibility/metrics/sources.ts'
import { figuresByMode, figuresOf } from '#areas/visibility/metrics/summary.ts'
import { brandedPromptIds, textsOf } from '#areas/visibility/prompts.ts'
import type { OrganizationFacts } from '#kernel/access.ts'
import type { Reader } from '#kernel/database.ts'
import { iso } from '#kernel/schema.ts'
import { visibleText } from '#std/visible-text.ts'

/** How each figure is made, in words. */
const formulas = {
  visibility: 'Answers that name the brand, of all answers; interval by Wilson.',
  mentionShare: 'Mentions of the brand, of the mentions of all tracked brands; interval by drawing prompts.',
  mentionSharePerAnswer: 'The same, each brand counted once per answer.',
  avgPosition: 'Mean place of the brand in the answers that name it; lower is better.',
  sentiment: 'Mean tone, -1 to 1, of the sentences that name the brand, by a lexicon.',
  sentimentCoverage: 'Answers with a tone, of the answers that name the brand.',
  citationRate: 'Answers that cite a page of the brand, of all answers.',
  usedRate: 'Answers that found or cite a page of the brand, of all answers.',
  citationShare: 'Citations of the brand, of all citations.',
  avgCitations: 'Citations of the brand per answer that uses it.',
  coverage: 'Prompts with an answer that names the brand, of all prompts with answers.',
  ownRate: 'Of a gap: answers to the prompt that name the own brand, of all answers to it; interval by Wilson.',
} as const

const notes = [
  'Intervals hold for this set of prompts asked again, not for all questions that people ask.',
  'Models asked through their interface (basis api) are not the applications that people use; imported answers are what somebody collected.',
  'Prompts that name the own brand are left out. Answers of different modes are never mixed.',
]

const mostSources = 25
const mostGaps = 25

type Range = Parameters<typeof periodOf>[0]
type Asked = { organization: OrganizationFacts; range: Range; now: Date; withPrompts: boolean }

/** Everything that a report says. Without prompts it has neither their texts nor what would tell them. */
export async function buildReport(db: Reader, { organization, range, now, withPrompts }: Asked) {
  const { timezone } = await getSettings(db)
  const { from, until, firstDay, lastDay } = periodOf(range, { timezone, now })
  const brands = await readBrands(db, organization)
  const selected = { from, until, exceptPromptIds: await brandedPromptIds(db, brands) }
  const cells = await readCells(db, selected)
  const figures = figuresByMode(cells, brands)
  const asked = { selected, level: 'domain', ownership: undefined, search: undefined, ownId: brands.own.id } as const
  const { items: sources } = await listSources(db, { ...asked, page: 1, pageSize: mostSources })
  const engines = await askedEngines(db, selected)
  const gaps = withPrompts ? await findGaps(db, { brands, now, kinds: gapKinds }) : []
  const texts = withPrompts
    ? await textsOf(
        db,
        cells.map(({ promptId }) => promptId),
      )
    : new Map<string, string>()
  return {
    organization: organization.name,
    from: firstDay,
    to: lastDay,
    timezone,
    generatedAt: iso(now),
    figures,
    engines: engines.map(({ label, mode, basis, n }) => ({ label, mode, basis, n })),
    sources: sources.map(({ source, mode, basis, type, usedRate, citationShare, citations, competitorOnly }) => ({
      source,
      mode,
      basis,
      type,
      usedRate,
      citationShare,
      citations,
      competitorOnly,
    })),
    prompts: withPrompts
      ? cells.flatMap((cell) =>
          figuresOf([cell], brands, { only: [brands.own.id], ofPrompt: true }).map(({ mode, basis, n, metrics }) => ({
            text: visibleText(texts.get(cell.promptId) ?? ''),
            promptVersion: cell.promptVersion,
            mode,
            basis,
            n,
            visibility: metrics.visibility,
            citationRate: metrics.citationRate,
          })),
        )
      : [],
    gaps: gaps.slice(0, mostGaps).map(({ kind, mode, basis, competitors, untrusted, ...gap }) => ({
      kind,
      mode,
      basis,
      ...gapDays({ now, timezone }),
      prompt: untrusted.prompt,
      ownRate: gap.ownRate,
      numerator: gap.numerator,
      denominator: gap.denominator,
      n: gap.n,
      ci95: gap.ci95,
      tooFewSamples: gap.tooFewSamples,
      competitors: competitors.map(({ name, rate }) => ({ name, rate })),
    })),
    formulas,
    notes,
  }
}

export type Report = Awaited<ReturnType<typeof buildReport>>

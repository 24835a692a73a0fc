import type { Metric } from '#areas/visibility/metrics/figures.ts'
import { type CsvCell, csvText } from '#std/csv-text.ts'

import type { Report } from './build-report.ts'

export const reportFormats = ['json', 'markdown', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** A report as text. */
export function writeReport(report: Report, format: ReportFormat): string {
  if (format === 'json') return JSON.stringify(report)
  return format === 'csv' ? csvOf(report) : markdownOf(report)
}

const columns = [
  'kind',
  'name',
  'mode',
  'basis',
  'metric',
  'value',
  'low',
  'high',
  'numerator',
  'denominator',
  'n',
  'too_few',
  'models',
  'from',
  'to',
  'prompt_version',
  'formula',
] as const

type Row = Partial<Record<(typeof columns)[number], CsvCell>>

/** One line per figure, then one per formula (RFC 4180). */
function csvOf({ figures, sources, prompts, gaps, formulas, from, to }: Report): string {
  const rows: Row[] = [
    ...figures.flatMap(({ brandName: name, mode, basis, metrics, models }) =>
      rowsOf(metrics, { kind: 'brand', name, mode, basis, models: models.join(' ') }),
    ),
    ...sources.flatMap(({ source: name, mode, basis, usedRate, citationShare }) =>
      rowsOf({ usedRate, citationShare }, { kind: 'source', name, mode, basis }),
    ),
    ...prompts.flatMap(({ text: name, promptVersion, mode, basis, visibility, citationRate }) =>
      rowsOf({ visibility, citationRate }, { kind: 'prompt', name, mode, basis, prompt_version: promptVersion }),
    ),
    ...gaps.flatMap(({ kind, prompt: name, mode, basis, ownRate, from: firstDay, to: lastDay, ...gap }) =>
      rowsOf(
        { ownRate: { value: ownRate, ...gap } },
        { kind: `gap ${kind}`, name, mode, basis, from: firstDay, to: lastDay },
      ),
    ),
    ...Object.entries(formulas).map(([metric, formula]) => ({
      kind: 'formula',
      metric,
      from: null,
      to: null,
      formula,
    })),
  ]
  return csvText([columns, ...rows.map((row) => columns.map((column) => ({ from, to, ...row })[column] ?? null))])
}

/** One row per metric of what `about` names. */
function rowsOf(metrics: Readonly<Record<string, Metric>>, about: Row): Row[] {
  return Object.entries(metrics).map(([metric, { value, ci95, numerator, denominator, n, tooFewSamples }]) => ({
    ...about,
    metric,
    value,
    low: ci95?.[0] ?? null,
    high: ci95?.[1] ?? null,
    numerator,
    denominator,
    n,
    too_few: tooFewSamples,
  }))
}

function markdownOf(report: Report): string {
  const { organization, from, to, generatedAt, engines, sources, prompts, gaps, formulas, notes } = report
  return [
    `# What AI answers say about ${plain(organization)}`,
    `${from} to ${to}, made ${generatedAt}.`,
    '## Figures',
    table(['Brand', 'Mode', 'Basis', 'Metric', 'Value', '95 % interval', 'n', 'Models'], figureRows(report)),
    '## Engines',
    table(
      ['Engine', 'Mode', 'Basis', 'Answers'],
      engines.map(({ label, mode, basis, n }) => [label, mode, basis, String(n)]),
    ),
    '## Sources',
    table(
      ['Source', 'Mode', 'Basis', 'Type', 'Used in', '95 % interval', 'Citations', 'Names competitors only'],
      sources.map((one) => [
        one.source,
        one.mode,
        one.basis,
        one.type,
        valueOf(one.usedRate),
        intervalOf(one.usedRate),
        String(one.citations),
        String(one.competitorOnly),
      ]),
    ),
    ...(prompts.length === 0
      ? []
      : [
          '## Prompts',
          table(
            ['Prompt', 'Version', 'Mode', 'Basis', 'Named', '95 % interval', 'n'],
            prompts.map((one) => [
              one.text,
              String(one.promptVersion),
              one.mode,
              one.basis,
              valueOf(one.visibility),
              intervalOf(one.visibility),
              String(one.n),
            ]),
          ),
        ]),
    ...(gaps.length === 0
      ? []
      : [
          '## Gaps',
          `From answers of ${gaps[0]?.from} to ${gaps[0]?.to}, whichever days the figures above cover.`,
          table(
            ['Kind', 'Prompt', 'Mode', 'Basis', 'Own', '95 % interval', 'Competitors', 'n', 'From', 'To'],
            gaps.map((one) => [
              one.kind,
              one.prompt,
              one.mode,
              one.basis,
              valueOf({ value: one.ownRate, ...one }),
              intervalOf({ value: one.ownRate, ...one }),
              competitorsOf(one),
              String(one.n),
              one.from,
              one.to,
            ]),
          ),
        ]),
    '## How figures are made',
    Object.entries(formulas)
      .map(([name, words]) => `- ${name}: ${words}`)
      .join('\n'),
    notes.map((note) => `- ${note}`).join('\n'),
    '',
  ].join('\n\n')
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** A text that makes no markup of its own. */
const plain = (text: string) => text.replace(/[\r\n]+/g, ' ').replace(/[\\|`*_[\]<>]/g, String.raw`\$&`)

/** The figures as rows of a table: brand, mode, basis, metric, value, interval, n, models. */
function figureRows({ figures }: Pick<Report, 'figures'>): string[][] {
  return figures.flatMap(({ brandName, mode, basis, metrics, models }) =>
    Object.entries(metrics).map(([name, one]) => [
      brandName,
      mode,
      basis,
      name,
      valueOf(one),
      intervalOf(one),
      String(one.n),
      models.join(', '),
    ]),
  )
}

/** The competitors of a gap; counts where the sample is too small for shares. */
function competitorsOf({ competitors, n, tooFewSamples }: Report['gaps'][number]): string {
  const times = (rate: number) => `in ${Math.round((rate * n) / 100)} of ${n}`
  return competitors
    .map(({ name, rate }) => `${name} ${tooFewSamples ? times(rate) : `${rate.toFixed(1)} %`}`)
    .join(', ')
}

/** A value is never shown without its sample being large enough to speak of. */
function valueOf({ value, numerator, denominator, tooFewSamples }: Metric): string {
  if (value === null) return 'no answers'
  return tooFewSamples ? `${numerator} of ${denominator}, too few to say` : value.toFixed(1)
}

function intervalOf({ ci95, tooFewSamples }: Metric): string {
  return ci95 === null || tooFewSamples ? '' : `${ci95[0]?.toFixed(1)} to ${ci95[1]?.toFixed(1)}`
}

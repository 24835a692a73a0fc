import { createHash } from 'node:crypto'

import type { Report } from '#areas/visibility/index.ts'
import { Html, html } from '#faces/html.ts'
import { knownZone } from '#std/zoned-time.ts'

import { counted, figureWords, intervalWords, listed, type Measured, modeWords, shareWords } from './figure-words.ts'
import { reportStyle } from './report-style.ts'

/** In one piece: its hash counts every space. */
const styleElement = new Html(`<style>${reportStyle}</style>`)

type Figures = Report['figures'][number]
type MetricName = keyof Figures['metrics']

/** What the page may load: nothing but its own style. */
export function policyOfPage(): string {
  const hash = createHash('sha256').update(reportStyle).digest('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox`
}

/** A shared report as a page of its own, for readers who know nothing of Masthead: on screens, on phones and on paper. */
export function reportPage(report: Report, expiresAt: Date): Html {
  const { organization, from, to, generatedAt, timezone, figures, sources, prompts, gaps } = report
  const modes = [...Map.groupBy(figures, ({ mode }) => mode).values()]
  const main = modes.toSorted((a, b) => (b[0]?.n ?? 0) - (a[0]?.n ?? 0))[0]?.[0]
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="robots" content="noindex, nofollow" />
        <title>What AI answers say about ${organization}</title>
        ${styleElement}
      </head>
      <body>
        <header>
          <p class="plate">${organization}<small>What AI answers say, ${day(from)} to ${day(to)}</small></p>
          <h1>${main === undefined ? `Nobody has been asked about ${organization} yet.` : headline(main)}</h1>
          ${main !== undefined && html`<p class="basis">${basisOf(main, report)}</p>`}
        </header>
        <main>
          ${modes.map((some) => ofMode(some, report))} ${sources.length > 0 && sourcesOf(sources)}
          ${prompts.length > 0 && promptsOf(prompts)} ${gaps.length > 0 && gapsOf(gaps)} ${readingOf(report)}
        </main>
        <footer>
          Made on ${time(generatedAt, timezone)}, and unchanged since. It can be read here until
          ${time(expiresAt.toISOString(), timezone)}.
        </footer>
      </body>
    </html>`
}

function headline({ brandName, metrics }: Figures): string {
  const { value, numerator, denominator, tooFewSamples } = metrics.visibility
  if (value === null) return `Nothing is known about ${brandName} yet.`
  if (tooFewSamples)
    return `${brandName} is named in ${numerator} of ${counted(denominator, 'answer')}, too few to say more.`
  return `${brandName} is named in ${shareWords(value)} of the answers.`
}

function basisOf({ mode, n, prompts, metrics }: Figures, { engines }: Report): string {
  const interval = intervalWords(metrics.visibility, '%')
  const asked = listed(engines.filter((engine) => engine.mode === mode).map(({ label }) => label))
  const how = {
    search: `asked of ${asked} with web search through their interfaces, which are not the apps that people use`,
    memory: `asked of ${asked} from memory through their interfaces, which are not the apps that people use`,
    manual: `collected by hand from ${asked}`,
  }[mode]
  return `${interval === '' ? '' : `95 % interval ${interval}: `}${counted(n, 'answer')} to ${counted(prompts, 'question')}, ${how}.`
}

/** `share`: a figure from 0 to 1 that is shown in percent. */
type Column = { name: MetricName; label: string; unit: '%' | '' | 'share' }
const columns: readonly Column[] = [
  { name: 'visibility', label: 'Named in', unit: '%' },
  { name: 'citationRate', label: 'Cited in', unit: '%' },
  { name: 'avgPosition', label: 'Place', unit: '' },
  { name: 'sentiment', label: 'Tone', unit: '' },
  { name: 'mentionShare', label: 'Share of mentions', unit: '%' },
]
const further: readonly Column[] = [
  { name: 'coverage', label: 'Questions', unit: '%' },
  { name: 'usedRate', label: 'Used in', unit: '%' },
  { name: 'citationShare', label: 'Share of citations', unit: '%' },
  { name: 'avgCitations', label: 'Citations per use', unit: '' },
  { name: 'mentionSharePerAnswer', label: 'Share, once per answer', unit: '%' },
  { name: 'sentimentCoverage', label: 'With a tone', unit: 'share' },
]

function ofMode(some: readonly Figures[], { engines }: Report): Html {
  const [first] = some
  if (first === undefined) return html``
  const { mode, n, prompts, models, basis } = first
  const asked = engines.filter((engine) => engine.mode === mode).map(({ label, n }) => `${label} (${n})`)
  const rows = (of: readonly Column[]) =>
    some.map(({ brandName, metrics }) => [
      html`<b>${brandName}</b>`,
      ...of.map(({ name, unit }) =>
        unit === 'share' ? figure(inPercent(metrics[name]), '%') : figure(metrics[name], unit, name === 'visibility'),
      ),
    ])
  const heads = (of: readonly Column[]) => ['Brand', ...of.map(({ label }) => label)]
  return html`<section>
    <h2>${modeWords[mode]}</h2>
    <p class="about">
      ${counted(n, 'answer')} to ${counted(prompts, 'question')}, basis ${basis === 'api' ? 'API' : 'imported'}.
      Engines: ${listed(asked)}.${models.length > 0 && ` Models: ${listed(models)}.`}
    </p>
    ${table(`Figures, ${modeWords[mode]}`, heads(columns), rows(columns))}
    ${table(`Further figures, ${modeWords[mode]}`, heads(further), rows(further))}
  </section>`
}

function sourcesOf(sources: Report['sources']): Html {
  const rows = sources.map((one) => [
    html`<b>${one.source}</b>`,
    html`${typeWords[one.type]}`,
    html`${modeWords[one.mode]}`,
    figure(one.usedRate, '%', true),
    figure(one.citationShare, '%'),
    html`${one.citations}`,
    html`${one.competitorOnly}`,
  ])
  const heads = ['Source', 'Whose', 'How asked', 'Used in', 'Share of citations', 'Citations', 'Names competitors only']
  return html`<section>
    <h2>What the answers are based on</h2>
    ${table('Sources', heads, rows)}
  </section>`
}

const typeWords: Readonly<Record<Report['sources'][number]['type'], string>> = {
  own: 'Own',
  competitor: 'Competitor',
  community: 'Community',
  reference: 'Reference',
  review: 'Reviews',
  editorial: 'Editorial',
}

function promptsOf(prompts: Report['prompts']): Html {
  const rows = prompts.map((one) => [
    html`<b>${one.text}</b>`,
    html`${one.promptVersion}`,
    html`${modeWords[one.mode]}`,
    figure(one.visibility, '%', true),
    figure(one.citationRate, '%'),
    html`${one.n}`,
  ])
  const heads = ['Question', 'Version', 'How asked', 'Named in', 'Cited in', 'n']
  return html`<section>
    <h2>Questions</h2>
    ${table('Questions', heads, rows)}
  </section>`
}

const gapWords = {
  mention: 'Competitors are named more often',
  citation: 'Competitors are cited, no own page is',
  content: 'No own article answers it',
} as const

type Gap = Report['gaps'][number]

function gapsOf(gaps: readonly Gap[]): Html {
  const rows = gaps.map((one) => [
    html`<b>${one.prompt}</b>`,
    html`${gapWords[one.kind]}`,
    html`${modeWords[one.mode]}`,
    figure({ value: one.ownRate, ...one }, '%'),
    html`${listed(one.competitors.map((competitor) => competitorWords(competitor, one)))}`,
    html`${one.n}`,
  ])
  const heads = ['Question', 'Gap', 'How asked', 'Own', 'Competitors', 'n']
  return html`<section>
    <h2>Gaps</h2>
    ${[...new Set(gaps.map(daysOf))].map(
      (days) => html`<p class="about">In the answers of ${days}, whichever days the figures above cover.</p>`,
    )}
    ${table('Gaps', heads, rows)}
  </section>`
}

const daysOf = ({ from, to }: Gap): string => `${day(from)} to ${day(to)}`

function competitorWords({ name, rate }: Gap['competitors'][number], { n, tooFewSamples }: Gap): string {
  return tooFewSamples ? `${name} in ${Math.round((rate * n) / 100)} of ${n}` : `${name} ${shareWords(rate)}`
}

function readingOf({ formulas, notes }: Report): Html {
  const named = [...columns, ...further].map(
    ({ name, label }) =>
      html`<dt>${label}</dt>
        <dd>${formulas[name]}</dd>`,
  )
  return html`<section>
    <h2>How to read this</h2>
    <p>
      Below each figure is its 95 % interval: what the same questions, asked again, would be expected to show. Where the
      sample is too small for a figure, the answers are counted instead.
    </p>
    <dl>${named}</dl>
    <ul>
      ${notes.map((note) => html`<li>${note}</li>`)}
    </ul>
  </section>`
}

/** A figure with its interval; shares also drawn, from 0 to 100 %. */
function figure(metric: Measured, unit: '%' | '', isDrawn = false): Html {
  const { value, ci95, tooFewSamples } = metric
  const interval = tooFewSamples && value !== null ? 'too few to say' : intervalWords(metric, unit)
  return html`<span class="value">${figureWords(metric, unit)}</span>${
      isDrawn && !tooFewSamples && value !== null && drawn(value, ci95)
    }<small>${interval}</small>`
}

const inPercent = ({ value, ci95, ...rest }: Measured): Measured => ({
  ...rest,
  value: value === null ? null : 100 * value,
  ci95: ci95 === null ? null : ci95.map((end) => 100 * end),
})

function drawn(value: number, ci95: readonly number[] | null): Html {
  const [low = value, high = value] = ci95 ?? []
  return html`<svg viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
    <rect class="track" x="0" y="2.5" width="100" height="1" />
    <rect class="band" x="${low}" y="1" width="${Math.max(0.5, high - low)}" height="4" />
    <rect class="point" x="${Math.min(99, Math.max(0, value - 0.5))}" y="0" width="1" height="6" />
  </svg>`
}

function table(name: string, heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="scroll" role="region" tabindex="0" aria-label="${name}">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell, at) => (at === 0 ? html`<th scope="row">${cell}</th>` : html`<td>${cell}</td>`))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

function day(date: string): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`))
}

function time(moment: string, zone: string): Html {
  const timeZone = knownZone(zone)
  const words = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone })
  return html`<time datetime="${moment}">${words.format(new Date(moment))} (${timeZone})</time>`
}

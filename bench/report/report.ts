import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { digits, verdict } from '../result/print.ts'
import { type Fact, groups, type Profile, type Result, type Row } from '../result/result.ts'
import { barChart } from './bar-chart.ts'
import { bareArticle, peersSection } from './peers.ts'
import { reasonOf } from './reasons.ts'

const docs = join(import.meta.dirname, '../../docs')

/** Writes docs/performance.md and its charts from results of one commit: groups may have been measured one after another. */
export function writeReport(files: readonly string[]): void {
  const results = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Result)
  const { page, charts } = reportOf(results)
  writeFileSync(join(docs, 'performance.md'), page)
  for (const [name, svg] of Object.entries(charts)) writeFileSync(join(docs, name), svg)
}

/** The page, and its charts by file name. Refuses results of different commits. */
export function reportOf(results: readonly Result[]): { page: string; charts: Record<string, string> } {
  const [first] = results
  if (first === undefined) throw new Error('Name a result')
  if (results.some(({ commit }) => commit !== first.commit)) throw new Error('These results are of different commits')
  const rows = results.flatMap((result) => result.rows).filter(({ round }) => round === 'median')
  const facts = results.flatMap(({ lifecycle }) => lifecycle)
  const charts = chartsOf(rows)
  const sections = [
    heading(results),
    goalsSection(rows, facts),
    missedSection(
      rows,
      facts,
      results.flatMap(({ profiles = [] }) => profiles),
    ),
    ...Object.keys(charts).map((name) => `![${titleOfChart(name)}](${name})`),
    ...groups.map((group) => groupSection(group, rows, facts)),
    peersSection,
    repeatSection,
  ]
  return { page: `${sections.filter((section) => section !== '').join('\n\n')}\n`, charts }
}

function heading(results: readonly Result[]): string {
  const [first] = results
  if (first === undefined) return ''
  const { commit, dirty, node, platform, cpuModel, cpus, memoryMb, loadGenerator, startedAt } = first
  const engines = [...new Map(results.flatMap((result) => result.engines).map((each) => [each.name, each.version]))]
  const { seconds, warmup, connections } = first.options
  const rounds = [...new Set(results.map(({ options }) => options.rounds))].join(' or ')
  const isReused = results.some(({ options }) => options.reuse)
  const isQuick = results.some(({ options }) => options.quick)
  const busy = busiest(results)
  const bare = bareArticleIn(results)
  return [
    '# Performance',
    '',
    'Written by `npm run bench -- --report <result>`; do not edit. What the rows are and how they are measured: [bench/README.md](../bench/README.md).',
    '',
    `Commit \`${commit}\`${dirty ? ' with changes' : ''}, ${startedAt.slice(0, 10)}. Node.js ${node}, ${engines.map(([name, version]) => `${name} ${version}`).join(', ')}, ${platform}, ${cpus} cores of ${cpuModel}, ${memoryMb} MB. ` +
      `Load by ${loadGenerator}, ${connections} connections, ${seconds} s per row, shared by its ${rounds} rounds, after ${warmup} s of warm-up; medians. ` +
      `CPU ms are per request, of the product's processes and of PostgreSQL for it.${isReused ? ' The data was written by an earlier commit and migrated.' : ''}${isQuick ? ' **A quick run: these figures count for nothing.**' : ''}`,
    ...(bare === undefined
      ? []
      : [
          '',
          `A bare server took ${digits(bare)} CPU ms for an article here, and ${digits(bareArticle)} where the goals were set: goals in CPU ms are ${digits(bare / bareArticle)} times as hard on this machine, ratios as hard as there.`,
        ]),
    ...(busy > cpus
      ? [
          '',
          `**The machine was not quiet**: load average up to ${digits(busy)} on ${cpus} cores, the processes of the benchmark among them. Processor time hardly depends on that, but it is higher than on a quiet machine; requests per second and waiting times say little.`,
        ]
      : []),
  ].join('\n')
}

/** What the bare server took for an article in this run, in CPU ms: the median of its rows. */
function bareArticleIn(results: readonly Result[]): number | undefined {
  const figures = results
    .flatMap(({ rows }) => rows)
    .filter(({ id, target, round }) => target === 'baseline' && round === 'median' && /^single (un)?cached$/.test(id))
    .flatMap(({ totalCpuMs }) => totalCpuMs ?? [])
    .toSorted((a, b) => a - b)
  return figures[Math.floor(figures.length / 2)]
}

function busiest(results: readonly Result[]): number {
  return Math.max(0, ...results.flatMap(({ rows }) => rows.map(({ load1Before }) => load1Before ?? 0)))
}

/** Every goal with what was measured, missed ones included. */
function goalsSection(rows: readonly Row[], facts: readonly Fact[]): string {
  const ofRows = rows.flatMap(({ goal, met, id, engine, ratioCpu, ratioRequests, totalCpuMs, messages, spread }) =>
    goal === null
      ? []
      : [
          {
            goal,
            met,
            name: `${id}, ${engine}`,
            found: `${digits(totalCpuMs)} CPU ms, ${digits(ratioCpu)}x CPU${range(spread?.ratioCpu)}, ${digits(ratioRequests)}x req/s, ${digits(messages)} messages`,
          },
        ],
  )
  const ofFacts = facts.flatMap(({ goal, met, id, engine, value, unit }) =>
    goal === null
      ? []
      : [{ goal, met, name: engine === null ? id : `${id}, ${engine}`, found: `${digits(value)} ${unit}` }],
  )
  const all = [...ofRows, ...ofFacts].toSorted((a, b) => numberOf(a.goal) - numberOf(b.goal))
  if (all.length === 0) return ''
  const lines = all.map(
    ({ goal, met, name, found }) =>
      `| ${goal} | ${name} | ${found} | ${met === null ? 'not judged' : met ? 'met' : '**missed**'} |`,
  )
  return [
    '## Goals',
    '',
    '| goal | row | measured (smallest and largest round) | |',
    '|---|---|---|---|',
    ...lines,
  ].join('\n')
}

/** What each missed goal is spent on, as it was profiled in the same run, and what was tried. */
function missedSection(rows: readonly Row[], facts: readonly Fact[], profiles: readonly Profile[]): string {
  const missed = [...rows, ...facts]
    .filter(({ met, goal }) => met === false && goal !== null)
    .toSorted((a, b) => numberOf(a.goal ?? '') - numberOf(b.goal ?? ''))
  if (missed.length === 0) return ''
  const entries = missed.map((each) => {
    const { id, engine, goal } = each
    const name = `**${goal?.split(':')[0]}**, ${id}${engine === null ? '' : `, ${engine}`}`
    const profile = profiles.find((one) => one.id === id && one.engine === engine && one.group === each.group)
    const sentences = [
      'nodeCpuMs' in each && each.databaseCpuMs !== null
        ? `Node.js ${digits(each.nodeCpuMs)} CPU ms, PostgreSQL ${digits(each.databaseCpuMs)}.`
        : '',
      'value' in each && each.note !== null ? `${each.note}.` : '',
      profile === undefined ? '' : `Of the time of Node.js: ${profile.shares.slice(0, 8).map(shareText).join('; ')}.`,
      reasonOf(goal ?? '', id) ?? '',
    ]
    return `- ${name}: ${sentences.filter((sentence) => sentence !== '').join(' ')}`
  })
  return [
    '## Missed, and why',
    '',
    'Profiles of the main thread, taken right after the rows in a process of its own; of starts, idling and imports, the threads that were busy. Largest shares first.',
    '',
    ...entries,
  ].join('\n')
}

function shareText({ of, part, mostly }: Profile['shares'][number]): string {
  const functions = mostly.length === 0 ? '' : ` (${mostly.map((name) => `\`${name}\``).join(', ')})`
  return `${(part * 100).toFixed(0)} % ${of}${functions}`
}

function range(of: readonly [number, number] | null | undefined): string {
  return of === null || of === undefined ? '' : ` (${digits(of[0])}-${digits(of[1])})`
}

/** `P-10` comes after `P-9`. */
function numberOf(goal: string): number {
  return Number(/\d+/.exec(goal)?.[0] ?? 0)
}

const columns: readonly [string, (row: Row) => string][] = [
  [
    '',
    ({ id, engine, target, items, organizations, group }) =>
      `${id}, ${engine}${group === 'growth' ? `, ${items} in ${organizations}` : ''}${target === 'baseline' ? ' (baseline)' : ''}`,
  ],
  ['req/s', ({ requestsPerSecond }) => digits(requestsPerSecond)],
  ['p50 ms', ({ p50Ms }) => digits(p50Ms)],
  ['p99 ms', ({ p99Ms }) => digits(p99Ms)],
  ['bytes', ({ bytes }) => String(bytes ?? '-')],
  ['CPU ms Node.js', ({ nodeCpuMs }) => digits(nodeCpuMs)],
  ['database', ({ databaseCpuMs }) => digits(databaseCpuMs)],
  ['sum', ({ totalCpuMs }) => digits(totalCpuMs)],
  ['x CPU', ({ ratioCpu }) => digits(ratioCpu)],
  ['x req/s', ({ ratioRequests }) => digits(ratioRequests)],
  ['statements', ({ statements }) => digits(statements)],
  ['messages', ({ messages }) => digits(messages)],
  ['MB', ({ rssMb }) => (rssMb === null ? '-' : rssMb.toFixed(0))],
  ['load', ({ load1Before, load1After }) => `${digits(load1Before)}/${digits(load1After)}`],
]

function groupSection(group: Row['group'], rows: readonly Row[], facts: readonly Fact[]): string {
  const own = rows.filter((row) => row.group === group)
  const found = facts.filter((fact) => fact.group === group)
  if (own.length + found.length === 0) return ''
  const lines = [`## ${group}`]
  if (own.length > 0) {
    lines.push('', tableLine(columns.map(([name]) => name)), tableLine(columns.map(() => '---')))
    for (const row of own)
      lines.push(row.totalCpuMs === null ? failedLine(row) : tableLine(columns.map(([, of]) => of(row))))
  }
  if (found.length > 0) lines.push('', '| | | goal | |', '|---|---|---|---|')
  for (const { id, engine, value, unit, goal, met, note } of found)
    lines.push(
      tableLine([
        `${id}${engine === null ? '' : `, ${engine}`}`,
        `${digits(value)} ${unit}`,
        verdict(goal, met),
        note ?? '',
      ]),
    )
  return lines.join('\n')
}

function failedLine(row: Row): string {
  return tableLine([columns[0]?.[1](row) ?? '', `no figure: ${row.note ?? ''}`, ...columns.slice(2).map(() => '')])
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

function chartsOf(rows: readonly Row[]): Record<string, string> {
  const charts: Record<string, string> = {}
  for (const group of ['content', 'agent'] as const) {
    const bars = rows
      .filter((row) => row.group === group && row.target === 'product' && row.totalCpuMs !== null)
      .map(({ id, engine, nodeCpuMs, databaseCpuMs, totalCpuMs }) => ({
        label: `${id}, ${engine}`,
        parts: [nodeCpuMs ?? totalCpuMs ?? 0, databaseCpuMs ?? 0],
      }))
    const name = `performance-${group}.svg`
    if (bars.length > 0)
      charts[name] = barChart({ title: titleOfChart(name), unit: 'CPU ms', parts: ['Node.js', 'PostgreSQL'], bars })
  }
  return charts
}

function titleOfChart(name: string): string {
  return name.includes('agent') ? 'CPU ms per call of an agent' : 'CPU ms per request of the Content API'
}

const repeatSection = `## How to repeat it

\`\`\`sh
npm ci
export DATABASE_URL=postgres://postgres@127.0.0.1:5432/postgres   # leave it out for the embedded engine only
npm run bench -- --only data   # makes and keeps the data, which takes longer than measuring
npm run bench
npm run bench -- --report bench/results/<file>.json
\`\`\`

Nothing else should run on the machine. \`--compare <file>\` prints what changed since an earlier result, ratios only; \`--check\` fails where a goal is missed by
more than the spread of the rounds.`

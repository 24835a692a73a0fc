import type { Section } from './figures.ts'

/** The figures as they are printed: a heading per subject, a line per number. */
export function tableOf(sections: readonly Section[]): string {
  return sections
    .map(({ title, numbers, details = [] }) => {
      const lines = Object.entries(numbers).map(([name, value]) => row(name, [value]))
      return [title, ...lines, ...details.map((detail) => `    ${detail}`)].join('\n')
    })
    .join('\n\n')
}

/** Two states side by side: before, after, and what changed. A number that one of them lacks is a dash. */
export function comparisonOf(before: readonly Section[], after: readonly Section[]): string {
  const titles = [...new Set([...before, ...after].map(({ title }) => title))]
  return titles
    .map((title) => {
      const [was, is] = [before, after].map((sections) => sections.find((one) => one.title === title)?.numbers ?? {})
      const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
      const lines = names.map((name) => {
        const [from, to] = [was?.[name], is?.[name]]
        const change = from === undefined || to === undefined ? '' : signed(to - from)
        return row(name, [from ?? '-', to ?? '-', change])
      })
      return [
        `${title}${' '.repeat(Math.max(1, nameWidth + 2 - title.length))}    before     after    change`,
        ...lines,
      ].join('\n')
    })
    .join('\n\n')
}

const nameWidth = 44

const row = (name: string, values: readonly (number | string)[]): string =>
  `  ${name.padEnd(nameWidth)}${values.map((value) => String(value).padStart(10)).join('')}`.trimEnd()

function signed(change: number): string {
  if (change === 0) return '='
  return `${change > 0 ? '+' : ''}${Math.round(change * 10) / 10}`
}

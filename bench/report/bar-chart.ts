/** Bars of stacked parts, next to each other in the order of `parts`. */
export type Bars = {
  title: string
  unit: string
  parts: readonly string[]
  bars: readonly { label: string; parts: readonly number[] }[]
}

const [width, labelWidth, valueWidth, lineHeight, top] = [860, 240, 90, 24, 64]
const colours = ['#3b6fb6', '#d98f3e']

/** An SVG with one line per bar. The scale is logarithmic: a bar is as long as its sum, its parts as their share of it. */
export function barChart({ title, unit, parts, bars }: Bars): string {
  const sums = bars.map((bar) => bar.parts.reduce((sum, part) => sum + part, 0))
  const least = Math.min(...sums.filter((sum) => sum > 0)) / 2
  const most = Math.max(...sums)
  const space = width - labelWidth - valueWidth
  const lengthOf = (sum: number) =>
    sum <= 0 ? 0 : Math.max(2, (Math.log(sum / least) / Math.log(most / least)) * space)
  const legend = parts.map(
    (name, at) =>
      `<rect x="${labelWidth + at * 130}" y="36" width="12" height="12" fill="${colours[at]}"/><text x="${labelWidth + at * 130 + 18}" y="46">${escaped(name)}</text>`,
  )
  const lines = bars.map(({ label, parts: values }, line) => {
    const y = top + line * lineHeight
    const sum = sums[line] ?? 0
    const length = lengthOf(sum)
    let x = labelWidth
    const rects = values.map((value, at) => {
      const part = sum === 0 ? 0 : (length * value) / sum
      const rect = `<rect x="${x.toFixed(1)}" y="${y}" width="${part.toFixed(1)}" height="16" fill="${colours[at]}"/>`
      x += part
      return rect
    })
    const shown = `<text x="${(x + 6).toFixed(1)}" y="${y + 13}">${sum < 1 ? sum.toFixed(3) : sum.toFixed(1)}</text>`
    return `<text x="${labelWidth - 8}" y="${y + 13}" text-anchor="end">${escaped(label)}</text>${rects.join('')}${shown}`
  })
  const height = top + bars.length * lineHeight + 12
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="${escaped(title)}">
<rect width="${width}" height="${height}" fill="#ffffff"/>
<text x="16" y="22" font-size="15">${escaped(`${title} (${unit}, logarithmic)`)}</text>
${[...legend, ...lines].join('\n')}
</svg>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** A place of a text, from `start` to before `end`. */
export type Range = { start: number; end: number }

/** The address of a link, as it is written in the source. `whole` is the link with its text. */
export type LinkPlace = Range & { syntax: 'markdown' | 'html' | 'bare'; whole: Range }

/** The links of a body, and every part of it that is not plain text: code, markup, headings and links. Both in order. */
export type LinkMap = { links: LinkPlace[]; taken: Range[] }

/** Whether a place is within one of the ranges; asked in ascending order of places. */
export function insideOf(ranges: readonly Range[]): (at: number) => Range | undefined {
  const merged = mergedRanges(ranges)
  let next = 0
  return (at) => {
    while ((merged[next]?.end ?? Infinity) <= at) next++
    const range = merged[next]
    return range !== undefined && range.start <= at ? range : undefined
  }
}

/** The same places as ranges that do not touch, in order. */
function mergedRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = []
  for (const { start, end } of ranges.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

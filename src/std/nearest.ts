/** The name that was probably meant by one that does not exist; undefined: none is close. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const wanted = plain(given)
  if (wanted.length > 100) return undefined
  const ranked = names
    .map((name) => ({ name, distance: distanceOf(wanted, plain(name)) }))
    .toSorted((one, other) => one.distance - other.distance)
  const [best] = ranked
  return best !== undefined && best.distance <= Math.max(1, Math.floor(wanted.length / 3)) ? best.name : undefined
}

// `publish_at` and `PublishAt` are `publishAt`.
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** How far two names are apart: letters to change, add, remove or swap; a name that begins or ends with the other is close, the closer the less it adds. */
function distanceOf(one: string, other: string): number {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (one !== other && short.length > 1 && (long.startsWith(short) || long.endsWith(short)))
    return 0.5 + (long.length - short.length) / 1000
  const rows = [Array.from({ length: other.length + 1 }, (_, to) => to)]
  for (let from = 1; from <= one.length; from++) {
    const row = [from]
    const [before, last] = [rows[from - 2] ?? [], rows[from - 1] ?? []]
    for (let to = 1; to <= other.length; to++) {
      const changed = (last[to - 1] ?? 0) + (one[from - 1] === other[to - 1] ? 0 : 1)
      const isSwapped = one[from - 1] === other[to - 2] && one[from - 2] === other[to - 1]
      const swapped = isSwapped ? (before[to - 2] ?? 0) + 1 : Infinity
      row.push(Math.min(changed, swapped, (last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1))
    }
    rows.push(row)
  }
  return rows[one.length]?.[other.length] ?? 0
}

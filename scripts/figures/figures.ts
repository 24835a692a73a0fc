/** One subject of the figures: named numbers, and sentences about what is behind them. */
export type Section = { title: string; numbers: Record<string, number>; details?: string[] }

/** The sum of each group, largest first. */
export function sumBy<T>(
  list: readonly T[],
  key: (one: T) => string,
  value: (one: T) => number,
): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const one of list) sums[key(one)] = (sums[key(one)] ?? 0) + value(one)
  return Object.fromEntries(Object.entries(sums).toSorted(([, a], [, b]) => b - a))
}

/** The total of a list of numbers. */
export const total = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0)

/** The smallest number that `share` of the list (0 to 1) does not exceed. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** Rounded to a tenth. */
export const tenth = (value: number): number => Math.round(value * 10) / 10

/** A part of a whole in percent, to a tenth. */
export const percent = (part: number, whole: number): number => (whole === 0 ? 0 : tenth((part / whole) * 100))

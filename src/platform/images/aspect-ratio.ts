const known: readonly [number, number][] = [
  [1, 1],
  [5, 4],
  [4, 3],
  [3, 2],
  [16, 10],
  [16, 9],
  [2, 1],
  [21, 9],
  [3, 1],
]

/** How far an image may be from a known ratio and still be called by its name: cropping to whole pixels makes less difference. */
const tolerance = 0.015

/** The name of the proportions, wide or high: a known one such as 16:9 or 2:3, else one with a decimal, such as 1.37:1. */
export function aspectRatioOf(width: number, height: number): string {
  const isWide = width >= height
  const ratio = isWide ? width / height : height / width
  const near = known.find(([long, short]) => Math.abs(ratio / (long / short) - 1) <= tolerance)
  const [long, short] = near ?? [String(Math.round(ratio * 100) / 100), 1]
  return isWide ? `${long}:${short}` : `${short}:${long}`
}

import type { Palette } from '#kernel/images.ts'

type Colour = { r: number; g: number; b: number; n: number }

/**
 * Three colours of an image of 64x64 RGBA pixels: `dominant` is the most frequent, `vibrant` the frequent one with the most
 * colour, `muted` the frequent one with little. Similar colours count as one; transparent pixels do not count.
 */
export function paletteOf(pixels: Uint8Array): Palette {
  const groups = [...grouped(pixels).values()].map(mean)
  if (groups.length === 0) return { dominant: '#ffffff', vibrant: '#ffffff', muted: '#ffffff' }
  const best = (score: (colour: Colour) => number) =>
    hex(groups.reduce((one, other) => (score(other) > score(one) ? other : one)))
  return {
    dominant: best(({ n }) => n),
    vibrant: best((colour) => saturation(colour) ** 2 * Math.sqrt(colour.n)),
    muted: best((colour) => (1.05 - saturation(colour)) * Math.sqrt(colour.n) * middle(colour)),
  }
}

function grouped(pixels: Uint8Array): Map<number, Colour> {
  const groups = new Map<number, Colour>()
  for (let at = 0; at + 3 < pixels.length; at += 4) {
    const [r = 0, g = 0, b = 0, alpha = 0] = pixels.subarray(at, at + 4)
    if (alpha < 128) continue
    const key = ((r >> 4) << 8) | ((g >> 4) << 4) | (b >> 4)
    const group = groups.get(key) ?? { r: 0, g: 0, b: 0, n: 0 }
    groups.set(key, { r: group.r + r, g: group.g + g, b: group.b + b, n: group.n + 1 })
  }
  return groups
}

const mean = ({ r, g, b, n }: Colour): Colour => ({ r: r / n, g: g / n, b: b / n, n })

function saturation({ r, g, b }: Colour): number {
  const most = Math.max(r, g, b)
  return most === 0 ? 0 : (most - Math.min(r, g, b)) / most
}

// Black and white are not muted colours as long as there is another.
function middle({ r, g, b }: Colour): number {
  const light = (r + g + b) / 765
  return 0.1 + 4 * light * (1 - light)
}

function hex({ r, g, b }: Colour): string {
  return `#${[r, g, b].map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

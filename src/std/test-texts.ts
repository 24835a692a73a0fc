/** A text of this many words, determined by its seed: two seeds share hardly any run of words. */
export function wordsOf(count: number, seed: number): string {
  let state = Math.imul(seed + 1, 0x9e3779b9) >>> 0
  return Array.from({ length: count }, () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0
    return `${syllables[state % 16]}${syllables[(state >>> 8) % 16]}${syllables[(state >>> 16) % 16]}`
  }).join(' ')
}

const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'pa', 're', 'si', 'to', 'vu', 'wa', 'ze', 'chi', 'do', 'fu', 'ga']

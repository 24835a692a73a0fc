/**
 * The candidate most like a word ("did you mean ...?"), or undefined when all differ by more than a third of its letters.
 * Case does not count; of equally similar ones, the first wins.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  // A caller may send anything as a name: one that is too long to resemble a candidate is not compared.
  if (word.length > 100) return undefined
  let best: string | undefined
  let bestDistance = Infinity
  for (const candidate of candidates) {
    const allowed = Math.max(1, Math.floor(Math.max(word.length, candidate.length) / 3))
    if (Math.abs(word.length - candidate.length) > allowed) continue
    const distance = distanceBetween(word.toLowerCase(), candidate.toLowerCase())
    if (distance <= allowed && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

// Levenshtein, one row at a time.
function distanceBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1]
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

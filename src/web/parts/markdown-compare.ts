import type { Block, Piece } from '#web/parts/markdown-blocks.ts'

export type Run = Piece & { kind: 'same' | 'added' | 'removed' }
export type ComparedBlock = { kind: 'same' | 'added' | 'removed' | 'changed'; block: Block; runs: Run[] }

/** What became of the blocks of a text, and within those that changed of their words. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): ComparedBlock[] {
  const compared: ComparedBlock[] = []
  let [from, to] = [0, 0]
  let waiting: Block[] = []
  const flush = (added: readonly Block[]) => {
    compared.push(...paired(waiting, added))
    waiting = []
  }
  for (const { kind, count } of differencesOf(before.map(keyOf), after.map(keyOf))) {
    if (kind === 'removed') waiting = before.slice(from, (from += count))
    else if (kind === 'added') flush(after.slice(to, (to += count)))
    else {
      flush([])
      from += count
      compared.push(...after.slice(to, (to += count)).map((block) => whole(block, 'same')))
    }
  }
  flush([])
  return compared
}

const keyOf = (block: Block) => JSON.stringify(block)

/** Removed and added blocks in their order, each pair that is similar as one that changed. */
function paired(removed: readonly Block[], added: readonly Block[]): ComparedBlock[] {
  const compared: ComparedBlock[] = []
  let next = 0
  for (const old of removed) {
    const found = added.slice(next, next + reach).findIndex((block) => isSimilar(old, block))
    if (found < 0) compared.push(whole(old, 'removed'))
    else {
      compared.push(...added.slice(next, next + found).map((block) => whole(block, 'added')))
      const block = added[next + found] ?? old
      compared.push({ kind: 'changed', block, runs: compareWords(old.pieces, block.pieces) })
      next += found + 1
    }
  }
  return [...compared, ...added.slice(next).map((block) => whole(block, 'added'))]
}

/** How far a changed block is looked for among those that came with it. */
const reach = 12

function whole(block: Block, kind: 'same' | 'added' | 'removed'): ComparedBlock {
  return { kind, block, runs: block.pieces.map((piece) => ({ ...piece, kind })) }
}

/** Whether they are of one kind and share enough words to be read as one. */
function isSimilar(one: Block, other: Block): boolean {
  if (one.kind !== other.kind || one.level !== other.level || one.indent !== other.indent) return false
  const [words, others] = [wordsOf(one), wordsOf(other)]
  const shared = [...words].filter((word) => others.has(word)).length
  return shared >= 0.3 * Math.max(words.size, others.size)
}

const wordsOf = ({ pieces }: Block) => new Set(pieces.flatMap(({ text }) => text.match(/[\p{L}\p{N}]+/gu) ?? []))

/** Which words of a block were taken out and put in; what stays between them only is not counted as equal. */
export function compareWords(before: readonly Piece[], after: readonly Piece[]): Run[] {
  const [olds, news] = [before, after].map((pieces) => pieces.flatMap(tokensOf)) as [Piece[], Piece[]]
  const key = ({ text, look }: Piece) => `${look}\u0000${text}`
  const runs: Run[] = []
  let gone: Piece[] = []
  let come: Piece[] = []
  const flush = () => {
    runs.push(...gone.map((piece) => ({ ...piece, kind: 'removed' }) as const))
    runs.push(...come.map((piece) => ({ ...piece, kind: 'added' }) as const))
    ;[gone, come] = [[], []]
  }
  let [from, to] = [0, 0]
  const changes = differencesOf(olds.map(key), news.map(key))
  for (const [nth, { kind, count }] of changes.entries()) {
    if (kind === 'removed') gone.push(...olds.slice(from, (from += count)))
    else if (kind === 'added') come.push(...news.slice(to, (to += count)))
    else {
      const same = news.slice(to, (to += count))
      from += count
      const isBetween = nth > 0 && nth < changes.length - 1 && same.every(({ text }) => text.trim() === '')
      if (isBetween) {
        gone.push(...same)
        come.push(...same)
        continue
      }
      flush()
      runs.push(...same.map((piece) => ({ ...piece, kind: 'same' }) as const))
    }
  }
  flush()
  return joined(runs)
}

function tokensOf({ text, look }: Piece): Piece[] {
  return (text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}\s_]+/gu) ?? []).map((token) => ({ text: token, look }))
}

/** Neighbours of one kind and look as one. */
function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = []
  for (const run of runs) {
    const last = all.at(-1)
    if (last?.kind === run.kind && last.look === run.look) all[all.length - 1] = { ...run, text: last.text + run.text }
    else all.push(run)
  }
  return all
}

type Difference = { kind: 'same' | 'added' | 'removed'; count: number }

/** What is the same in two lists, by their longest common part; of a change what was removed comes first. */
function differencesOf(before: readonly string[], after: readonly string[]): Difference[] {
  const found: Difference[] = []
  const tell = (kind: Difference['kind'], count: number) => {
    const last = found.at(-1)
    if (last?.kind === kind) last.count += count
    else if (count > 0) found.push({ kind, count })
  }
  const [rows, columns] = [before.length, after.length]
  let start = 0
  while (start < Math.min(rows, columns) && before[start] === after[start]) start += 1
  let end = 0
  while (end < Math.min(rows, columns) - start && before[rows - 1 - end] === after[columns - 1 - end]) end += 1
  const [olds, news] = [before.slice(start, rows - end), after.slice(start, columns - end)]
  tell('same', start)
  for (const kind of walk(olds, news)) tell(kind, 1)
  tell('same', end)
  return found
}

/** The steps through two lists; those too long to be compared within a moment are one removed and one added. */
function walk(olds: readonly string[], news: readonly string[]): Difference['kind'][] {
  const width = news.length + 1
  if (olds.length * news.length > 4_000_000)
    return [...olds.map(() => 'removed' as const), ...news.map(() => 'added' as const)]
  // How much the rest of both has in common, from each place.
  const common = new Uint16Array((olds.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = olds.length - 1; row >= 0; row--)
    for (let column = news.length - 1; column >= 0; column--)
      common[row * width + column] =
        olds[row] === news[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1))
  const steps: Difference['kind'][] = []
  let [row, column] = [0, 0]
  while (row < olds.length || column < news.length) {
    const isSame = row < olds.length && column < news.length && olds[row] === news[column]
    const isRemoved =
      !isSame && row < olds.length && (column === news.length || at(row + 1, column) >= at(row, column + 1))
    steps.push(isSame ? 'same' : isRemoved ? 'removed' : 'added')
    if (isSame || isRemoved) row += 1
    if (!isRemoved) column += 1
  }
  return steps
}

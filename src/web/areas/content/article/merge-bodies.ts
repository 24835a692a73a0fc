/** A body that three versions have in common, or one that they differ in: the text of each, block by block. */
type Stretch = { base: string[]; mine: string[]; theirs: string[] }

/** A place that both changed, differently. */
export type BlockClash = { mine: string; theirs: string }

export type Bodies = { base: string; mine: string; theirs: string }

/**
 * A body with the changes of both, block by block: what only one of them changed is taken from that one. Null where both changed
 * the same blocks to something else: `clashes` has those, in their order.
 */
export function mergeBodies(bodies: Bodies): { text: string | null; clashes: BlockClash[] } {
  const all = stretches(bodies)
  const clashes = all.filter(isClash)
  if (clashes.length > 0)
    return { text: null, clashes: clashes.map(({ mine, theirs }) => ({ mine: joined(mine), theirs: joined(theirs) })) }
  return { text: joined(all.flatMap(chosen)), clashes: [] }
}

/** The bodies after the person has decided about one of the clashes: the same three versions without it. */
export function settleClash(bodies: Bodies, at: number, keep: 'mine' | 'theirs'): Pick<Bodies, 'base' | 'mine'> {
  const all = stretches(bodies)
  const wanted = all.filter(isClash)[at]
  const settled = all.map((stretch) => {
    if (stretch !== wanted) return stretch
    // As if one had begun with theirs, or had written the same.
    return keep === 'mine' ? { ...stretch, base: stretch.theirs } : { ...stretch, mine: stretch.theirs }
  })
  return { base: joined(settled.flatMap(({ base }) => base)), mine: joined(settled.flatMap(({ mine }) => mine)) }
}

function chosen({ base, mine, theirs }: Stretch): string[] {
  return isSame(mine, base) ? theirs : mine
}

function isClash({ base, mine, theirs }: Stretch): boolean {
  return !isSame(mine, base) && !isSame(theirs, base) && !isSame(mine, theirs)
}

const isSame = (one: readonly string[], other: readonly string[]) => one.join('\0') === other.join('\0')

/** The three versions in step: blocks that all have, and between them what at least one changed. */
function stretches(bodies: Bodies): Stretch[] {
  const [base, mine, theirs] = [bodies.base, bodies.mine, bodies.theirs].map(blocksOf) as [string[], string[], string[]]
  const [inMine, inTheirs] = [matches(base, mine), matches(base, theirs)]
  const found: Stretch[] = []
  let [atBase, atMine, atTheirs] = [0, 0, 0]
  const until = (endBase: number, endMine: number, endTheirs: number) => {
    if (endBase > atBase || endMine > atMine || endTheirs > atTheirs)
      found.push({
        base: base.slice(atBase, endBase),
        mine: mine.slice(atMine, endMine),
        theirs: theirs.slice(atTheirs, endTheirs),
      })
    ;[atBase, atMine, atTheirs] = [endBase, endMine, endTheirs]
  }
  for (let at = 0; at < base.length; at++) {
    const [there, too] = [inMine.get(at), inTheirs.get(at)]
    if (there === undefined || too === undefined) continue
    until(at, there, too)
    until(at + 1, there + 1, too + 1)
  }
  until(base.length, mine.length, theirs.length)
  return found.flatMap(byBlock)
}

/** Where all three have as many blocks, each is compared with those in its place. */
function byBlock({ base, mine, theirs }: Stretch): Stretch[] {
  if (base.length !== mine.length || base.length !== theirs.length) return [{ base, mine, theirs }]
  return base.map((block, at) => ({
    base: [block],
    mine: mine.slice(at, at + 1),
    theirs: theirs.slice(at, at + 1),
  }))
}

/** The longest sequence of blocks that both have, as places of the first with their places in the second. */
function matches(one: readonly string[], other: readonly string[]): Map<number, number> {
  const found = new Map<number, number>()
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) found.set(start, start++)
  let [endOne, endOther] = [one.length, other.length]
  while (endOne > start && endOther > start && one[endOne - 1] === other[endOther - 1]) found.set(--endOne, --endOther)

  const [rows, columns] = [endOne - start, endOther - start]
  const lengths = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1))
  const lengthAt = (row: number, column: number) => lengths[row]?.[column] ?? 0
  for (let row = rows - 1; row >= 0; row--)
    for (let column = columns - 1; column >= 0; column--) {
      const isEqual = one[start + row] === other[start + column]
      const length = isEqual
        ? lengthAt(row + 1, column + 1) + 1
        : Math.max(lengthAt(row + 1, column), lengthAt(row, column + 1))
      lengths[row]?.fill(length, column, column + 1)
    }
  for (let row = 0, column = 0; row < rows && column < columns;)
    if (one[start + row] === other[start + column]) found.set(start + row++, start + column++)
    else if (lengthAt(row + 1, column) >= lengthAt(row, column + 1)) row++
    else column++
  return found
}

/** The blocks of a body, a fenced one as a whole; what is between them is a blank line again. */
function blocksOf(body: string): string[] {
  const blocks: string[] = []
  let [fence, lines]: [string | null, string[]] = [null, []]
  const end = () => {
    if (lines.length > 0) blocks.push(lines.join('\n'))
    lines = []
  }
  for (const line of body.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === null && mark !== undefined) fence = mark
    else if (fence !== null && mark?.startsWith(fence) === true && line.trim() === mark) fence = null
    if (fence === null && line.trim() === '') end()
    else lines.push(line)
  }
  end()
  return blocks
}

const joined = (blocks: readonly string[]) => blocks.join('\n\n')

/** What decides which item of a group stays. */
export type Contender = { id: string; isPublished: boolean; publishAt: Date | null; createdAt: Date; links: number }

/**
 * The item that the others should lead to, and why: a published one, of these the one with most internal links, then the oldest publish date, then the
 * oldest item.
 */
export function winnerOf(contenders: readonly Contender[]): { id: string; why: string } | undefined {
  const [first, second] = contenders.toSorted(
    (a, b) =>
      Number(b.isPublished) - Number(a.isPublished) ||
      b.links - a.links ||
      (a.publishAt?.getTime() ?? Infinity) - (b.publishAt?.getTime() ?? Infinity) ||
      a.createdAt.getTime() - b.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  )
  if (first === undefined) return undefined
  return { id: first.id, why: reasonOf(first, second) }
}

function reasonOf(first: Contender, second: Contender | undefined): string {
  if (second === undefined) return 'It is the only one.'
  if (first.isPublished && !second.isPublished) return 'It is the only one that is published.'
  if (first.links > second.links)
    return `Most internal links: ${counted(first.links)} to it, ${counted(second.links)} to the next.`
  const links = first.links === 0 ? 'No internal links to tell them apart' : `Equal in internal links (${first.links})`
  if (first.publishAt === null) return `${links} and none has a publish date: it is the oldest.`
  if (first.publishAt.getTime() === second.publishAt?.getTime())
    return `${links} and the same publish date: it was created first.`
  return `${links}: it has the oldest publish date, ${day.format(first.publishAt)}.`
}

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

const counted = (links: number) => `${links} ${links === 1 ? 'item links' : 'items link'}`

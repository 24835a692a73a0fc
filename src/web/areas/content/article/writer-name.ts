import type { OutputOf } from '#web/operations.ts'

type Writer = Pick<OutputOf<'listItemRevisions'>['items'][number], 'authorType' | 'agentName' | 'userId'>

/** Who made a revision, at the beginning of a sentence: an agent by the name of its key or app. */
export function writerName({ authorType, agentName, userId }: Writer, people: ReadonlyMap<string, string>): string {
  const person = people.get(userId ?? '')
  if (authorType === 'system') return 'Masthead'
  if (authorType === 'user') return person ?? 'A person'
  return agentName ?? (person === undefined ? 'An agent' : `An agent of ${person}`)
}

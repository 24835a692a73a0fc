import type { Topic, TopicState } from '#web/areas/topics/topics/topics-search.ts'

/** The columns of the board: a failed topic stands among those that are being written. */
export const columns = [
  { state: 'pending', title: 'Proposed', states: ['pending'] },
  { state: 'approved', title: 'Approved', states: ['approved'] },
  { state: 'generating', title: 'Being written', states: ['generating', 'failed'] },
  { state: 'drafted', title: 'Drafted', states: ['drafted'] },
  { state: 'rejected', title: 'Rejected', states: ['rejected'] },
] as const satisfies readonly { state: TopicState; title: string; states: readonly TopicState[] }[]

export type BoardColumn = (typeof columns)[number]

/** Why a person cannot move a topic to a column; null: it goes there. The server decides the same. */
export function whyNot({ state }: Pick<Topic, 'state'>, to: BoardColumn['state']): string | null {
  if (to === 'generating') return 'It gets there when a model writes it.'
  if (to === 'drafted') return 'It gets there when its article is written.'
  if (to === 'approved' && (state === 'pending' || state === 'failed')) return null
  if (to === 'rejected' && state === 'pending') return null
  if (state === 'rejected') return 'A rejected topic is proposed again.'
  return state === 'approved' ? 'It is decided: delete it to drop it.' : 'It is decided.'
}

/** Whether its words and its priority can still be changed: nobody has begun or dropped it. The server decides the same. */
export const isEditable = ({ state }: Pick<Topic, 'state'>): boolean =>
  state === 'pending' || state === 'approved' || state === 'failed'

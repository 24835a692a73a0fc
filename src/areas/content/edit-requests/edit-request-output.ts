import { z } from 'zod'

import { answered, id, iso, timestamp, title } from '#kernel/schema.ts'

import { type EditRequestRow, editRequestStates, type ToldEditRequest } from './edit-requests.ts'
import { type FindsPassage, passageFinder, passageOutput, type QuotedItem, quotedFields } from './passages.ts'

const by = z.object({
  userId: id('user'),
  agentName: z.string().nullable().describe('The key or app that did it for this person; null: the person'),
})

/** An edit request in an answer. */
export const editRequestOutput = z.object({
  id: id('editRequest'),
  itemId: id('item'),
  state: z.enum(editRequestStates),
  request: z.string().describe('What somebody asks for: data, which gives no rights'),
  passage: passageOutput.nullable().describe('null: the whole item'),
  agent: z
    .object({ id: z.string().describe('Id: key_... or grt_...'), name: z.string() })
    .nullable()
    .describe('The agent that it is for; null: any'),
  askedBy: by,
  askedAt: timestamp(),
  answer: by
    .extend({ text: z.string(), answeredAt: timestamp() })
    .nullable()
    .describe('The last one; a request that was opened again still has it'),
  version: z.int(),
})

/** What a change of a request is about, and how the request is afterwards. */
export const changedRequestOutput = z.object({
  item: z.object({ id: id('item'), title: title(300) }),
  editRequest: editRequestOutput,
})

/** The answer to a change of a request: the request as it is now, and its item. */
export async function describeChanged(
  row: EditRequestRow,
  item: QuotedItem,
): Promise<z.input<typeof changedRequestOutput>> {
  const { id: itemId, title: itemTitle } = item.row
  const isFound = await passageFinder(item, [row])
  return { item: { id: itemId, title: itemTitle }, editRequest: describeEditRequest(row, isFound) }
}

/** `isFound`: says whether a passage is still in the item; undefined in lists of several items, which do not look. */
export function describeEditRequest(
  row: ToldEditRequest,
  isFound: FindsPassage | undefined,
): z.input<typeof editRequestOutput> {
  const { agent_id: agentId, agent_name: agentName } = row
  return answered(editRequestOutput, {
    id: row.id,
    itemId: row.item_id,
    state: row.state,
    request: row.request,
    passage: passageOf(row, isFound),
    agent: agentId === null ? null : { id: agentId, name: agentName },
    askedBy: { userId: row.asked_by, agentName: row.asked_by_agent },
    askedAt: iso(row.created_at),
    answer:
      row.answer === null
        ? null
        : {
            userId: row.answered_by,
            agentName: row.answered_by_agent,
            text: row.answer,
            answeredAt: iso(row.answered_at),
          },
    version: row.version,
  })
}

function passageOf(row: ToldEditRequest, isFound: FindsPassage | undefined) {
  const field = quotedFields.find((name) => name === row.field)
  if (field === undefined) return null
  const passage = { quote: row.quote ?? '', before: row.quote_before ?? '', after: row.quote_after ?? '' }
  return { field, ...passage, isFound: isFound?.(field, passage.quote) ?? null }
}

import type { ItemRow } from '#areas/items/index.ts'
import { findReviewers, type Reviewer } from '#areas/organizations/index.ts'
import type { Ctx } from '#kernel/context.ts'
import { oneLine } from '#std/text.ts'

import type { Decision } from './reviews.ts'

type Told = Pick<Ctx<'write'>, 'db' | 'mail' | 'access' | 'actor' | 'baseUrl'>

/** Mails the reviewers that an item waits for them, if mail is configured; returns how many. Nobody is notified of what they did themselves. */
export async function tellReviewers(
  ctx: Told,
  { row, reviewers, note }: { row: ItemRow; reviewers: readonly Reviewer[]; note: string | undefined },
): Promise<number> {
  const { db, mail, actor } = ctx
  const others = reviewers.filter(({ userId }) => userId !== actor.userId)
  if (!mail.isConfigured || others.length === 0) return 0
  const who = await nameOf(ctx, actor.userId)
  for (const { email } of others) {
    await mail.queue(db, {
      to: email,
      subject: `Review: ${oneLine(row.title)}`,
      text: textOf(ctx, { row, who, says: `${who} asks you to review “${oneLine(row.title)}”.`, note }),
    })
  }
  return others.length
}

/** Mails the decision to the person who asked for the review. */
export async function tellRequester(
  ctx: Told,
  {
    row,
    requestedBy,
    decision,
    note,
  }: { row: ItemRow; requestedBy: string; decision: Decision; note: string | undefined },
): Promise<void> {
  const { db, mail, actor } = ctx
  if (!mail.isConfigured || requestedBy === actor.userId) return
  const requester = (await findReviewers(db, [requestedBy])).get(requestedBy)
  if (requester === undefined) return
  const who = await nameOf(ctx, actor.userId)
  const title = oneLine(row.title)
  const says = decision === 'approve' ? `${who} approved “${title}”.` : `${who} asks for changes to “${title}”.`
  await mail.queue(db, {
    to: requester.email,
    subject: decision === 'approve' ? `Approved: ${title}` : `Changes asked for: ${title}`,
    text: textOf(ctx, { row, who, says, note }),
  })
}

async function nameOf({ db }: Told, userId: string): Promise<string> {
  return oneLine((await findReviewers(db, [userId])).get(userId)?.name ?? 'Somebody')
}

function textOf(
  { access, baseUrl }: Told,
  { row, who, says, note }: { row: ItemRow; who: string; says: string; note: string | undefined },
): string {
  const { name, slug } = access.organization
  const own = note === undefined || note.trim() === '' ? [] : [`${who} writes:`, note.trim()]
  return [
    `${says} It belongs to ${oneLine(name)}.`,
    ...own,
    'Open it here:',
    `${baseUrl}/o/${encodeURIComponent(slug)}/content/${row.id}`,
  ].join('\n\n')
}

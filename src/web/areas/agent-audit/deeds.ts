import type { AuditRecord } from '#web/operations.ts'

/** What somebody did, without who and without the title: done, and as what an agent asks to do. */
const verbs: Readonly<Record<string, readonly [string, string]>> = {
  createItem: ['wrote', 'write'],
  updateItem: ['changed', 'change'],
  publishItem: ['published', 'publish'],
  unpublishItem: ['unpublished', 'unpublish'],
  scheduleItem: ['scheduled', 'schedule'],
  unscheduleItem: ['took the date from', 'take the date from'],
  deleteItem: ['moved to the trash', 'move to the trash'],
  restoreItem: ['took out of the trash', 'take out of the trash'],
  submitDraft: ['handed in', 'hand in'],
  restoreItemRevision: ['restored an older text of', 'restore an older text of'],
  requestItemReview: ['asked for a review of', 'ask for a review of'],
  submitItemReview: ['reviewed', 'review'],
  consolidateItems: ['merged articles into', 'merge articles into'],
  createBlogTopic: ['proposed', 'propose'],
  updateTopic: ['changed the topic', 'change the topic'],
  deleteTopic: ['deleted the topic', 'delete the topic'],
}

type Told = Pick<AuditRecord, 'operation' | 'status' | 'sentence' | 'object'>

/** The words between who did it and what it was done to: "asks to publish", "wrote". */
export function deedOf({ operation, status, sentence, object }: Told): string {
  const verb = object?.title === undefined ? undefined : verbs[operation]
  if (verb !== undefined) return status === 'waiting' ? `asks to ${verb[1]}` : verb[0]
  // The title stands behind it, in the type of titles.
  const [head = sentence] = object?.title === undefined ? [sentence] : sentence.split(': “')
  const plain = head.replace(/ \([^()]*\)$/, '')
  return plain.charAt(0).toLowerCase() + plain.slice(1)
}

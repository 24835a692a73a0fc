import type { Topic } from '#web/areas/topics/topics/topics-search.ts'

/** What a topic allows the person to do, by a button or by dragging it. */
export type TopicActions = {
  mayReview: boolean
  /** Whether that is known yet: until then, the buttons only have their place. */
  isKnown: boolean
  mayDelete: boolean
  /** Starts the article of a topic as an empty draft and opens it; null: the person may not. */
  onStart: ((topic: Topic) => void) | null
  /** Corrects its words; null: the person may not. */
  onEdit: ((topic: Topic) => void) | null
  /** Where a model can write: what writes a topic. */
  onWrite: ((topic: Topic) => void) | null
  /** Whether it asks something before it writes. */
  isWriteAsked: boolean
  /** Shows the article of a topic while a model writes it. */
  onWatch(topic: Topic): void
  onApprove(topic: Topic): void
  onReject(topic: Topic): void
  onDelete(topic: Topic): void
}

import { ClashNotice } from '#web/areas/topics/topics/clash-notice.tsx'
import type { Topic } from '#web/areas/topics/topics/topics-search.ts'
import type { OperationError } from '#web/operation-error.ts'
import { TextField } from '#web/parts/field.tsx'
import { LongTextField } from '#web/parts/long-text-field.tsx'

export type TopicWords = Pick<Topic, 'topic' | 'primaryKeyword' | 'angle'>

type Props = {
  words: TopicWords
  error: OperationError | null
  /** The article or topic that is already about this. */
  clash: string | null
  onChange(words: TopicWords): void
}

/** What a topic says, as fields. */
export function TopicFields({ words, error, clash, onChange }: Props) {
  return (
    <>
      <TextField
        label="Topic"
        name="topic"
        required
        maxLength={300}
        autoComplete="off"
        value={words.topic}
        error={error?.fieldMessage('topic')}
        onChange={({ target }) => onChange({ ...words, topic: target.value })}
      />
      <TextField
        label="Main keyword"
        name="primaryKeyword"
        required
        maxLength={120}
        autoComplete="off"
        hint="What people would type to find the article."
        value={words.primaryKeyword}
        error={error?.fieldMessage('primaryKeyword')}
        onChange={({ target }) => onChange({ ...words, primaryKeyword: target.value })}
      />
      {clash && <ClashNotice id={clash} />}
      <LongTextField
        label="Angle"
        name="angle"
        required
        maxLength={1000}
        hint="What the article says that others do not."
        value={words.angle}
        error={error?.fieldMessage('angle')}
        onChange={({ target }) => onChange({ ...words, angle: target.value })}
      />
    </>
  )
}

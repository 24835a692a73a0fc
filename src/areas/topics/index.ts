import { createBlogTopic } from './operations/create-blog-topic.ts'
import { deleteTopic } from './operations/delete-topic.ts'
import { listTopics } from './operations/list-topics.ts'
import { reviewTopics } from './operations/review-topics.ts'
import { updateTopic } from './operations/update-topic.ts'

export { revertibleTopics } from './revert-topics.ts'
export { renewTopicKeywords } from './topic-keywords.ts'
export { describeTopic, topicOutput } from './topic-output.ts'
export { groundFor } from './topic-ground.ts'
export { keywordsInUse, recentKeywords } from './topic-keywords.ts'
export { topicFields } from './topic-fields.ts'
export { requireDraftable, requireWritable } from './topic-states.ts'
export { getTopic, insertTopic, lockTopic, markDrafted, markGenerating, type Topic } from './topics.ts'

export const operations = [listTopics, createBlogTopic, updateTopic, reviewTopics, deleteTopic] as const

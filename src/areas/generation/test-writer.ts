import { createBlogTopic } from '#areas/topics/operations/create-blog-topic.ts'
import { stage } from '#test/stage.ts'

/** A draft with every required field. */
export const draft = {
  title: 'How to choose a CRM',
  content: 'Choose a CRM by what your team does every day.\n\n## First steps\n\nWrite down what you need.',
  tldr: 'Write down what you need and try two tools for a week.',
  seoTitle: 'How to choose a CRM for a small team',
  metaDescription: 'Choose a CRM in three steps: what you need, which two tools to try, and how to decide.',
}

/** A stage with topics to write. */
export async function writer(...person: Parameters<typeof stage>) {
  const on = await stage(...person)
  const newTopic = async (more: object = {}) =>
    (
      await on.call(createBlogTopic, {
        topic: 'How to choose a CRM',
        primaryKeyword: 'choose a CRM',
        angle: 'What a team of five needs',
        collectionPresetId: 'articles' as never,
        articleType: 'how_to',
        writingStyle: 'expert',
        ...more,
      })
    ).topic
  return { ...on, newTopic }
}

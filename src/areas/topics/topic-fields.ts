import { z } from 'zod'

import { id, text, title, words } from '#kernel/schema.ts'

/** The fields of a topic in inputs. Type and style are checked against the organization's presets. */
export const topicFields = {
  topic: title(300),
  primaryKeyword: words(120),
  angle: words(1000).describe('What the article says that others do not'),
  collectionPresetId: id('collection').describe('Id or slug of an enabled collection'),
  articleType: text(60).describe('One from listGenerationOptions'),
  writingStyle: text(60).describe('One from listGenerationOptions'),
  customInstructions: text(4000),
  priority: z.int().min(0).max(100),
}

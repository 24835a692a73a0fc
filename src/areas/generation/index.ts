import { generateArticleJob } from './jobs/generate-article.ts'
import { generateImageJob } from './jobs/generate-image.ts'
import { generateTopicsJob } from './jobs/generate-topics.ts'
import { rewriteItemJob } from './jobs/rewrite-item.ts'
import { generateArticle } from './operations/generate-article.ts'
import { generateImage } from './operations/generate-image.ts'
import { generateTopics } from './operations/generate-topics.ts'
import { getWritingBrief } from './operations/get-writing-brief.ts'
import { listGenerationOptions } from './operations/list-generation-options.ts'
import { rewriteItem } from './operations/rewrite-item.ts'
import { submitDraft } from './operations/submit-draft.ts'

export { creditsFor, startPaid } from './spend.ts'

export const operations = [
  listGenerationOptions,
  getWritingBrief,
  submitDraft,
  generateTopics,
  generateArticle,
  rewriteItem,
  generateImage,
] as const

export const jobs = [generateArticleJob, rewriteItemJob, generateTopicsJob, generateImageJob] as const

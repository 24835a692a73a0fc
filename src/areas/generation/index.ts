import { generateArticleJob } from './jobs/generate-article.ts'
import { generateImageJob } from './jobs/generate-image.ts'
import { generateTopicsJob } from './jobs/generate-topics.ts'
import { rewriteItemJob } from './jobs/rewrite-item.ts'
import { suggestAltTextsJob } from './jobs/suggest-alt-texts.ts'
import { generateArticle } from './operations/generate-article.ts'
import { generateImage } from './operations/generate-image.ts'
import { generateTopics } from './operations/generate-topics.ts'
import { getAltTextsBrief } from './operations/get-alt-texts-brief.ts'
import { getImageBrief } from './operations/get-image-brief.ts'
import { getTopicsBrief } from './operations/get-topics-brief.ts'
import { getWritingBrief } from './operations/get-writing-brief.ts'
import { listGenerationOptions } from './operations/list-generation-options.ts'
import { rewriteItem } from './operations/rewrite-item.ts'
import { startDraft } from './operations/start-draft.ts'
import { submitDraft } from './operations/submit-draft.ts'
import { suggestAltTexts } from './operations/suggest-alt-texts.ts'

export const operations = [
  listGenerationOptions,
  getWritingBrief,
  startDraft,
  submitDraft,
  getTopicsBrief,
  generateTopics,
  generateArticle,
  rewriteItem,
  getImageBrief,
  generateImage,
  getAltTextsBrief,
  suggestAltTexts,
] as const

export const jobs = [
  generateArticleJob,
  rewriteItemJob,
  generateTopicsJob,
  generateImageJob,
  suggestAltTextsJob,
] as const

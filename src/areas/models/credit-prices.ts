/** What a unit of work by a model costs. Briefs and submitted drafts cost nothing. */
export const creditPrices = [
  { operation: 'getWritingBrief', credits: 0, unit: 'call' },
  { operation: 'submitDraft', credits: 0, unit: 'call' },
  { operation: 'generateArticle', credits: 10, unit: 'article' },
  { operation: 'rewriteItem', credits: 4, unit: 'item' },
  { operation: 'generateTopics', credits: 1, unit: 'topic' },
  { operation: 'generateItemMetadata', credits: 1, unit: 'item' },
  { operation: 'generateImage', credits: 4, unit: 'image' },
  { operation: 'suggestAltTexts', credits: 1, unit: 'image' },
  { operation: 'startAsvRun', credits: 1, unit: 'answer' },
  { operation: 'suggestAsvPrompts', credits: 1, unit: 'call' },
] as const

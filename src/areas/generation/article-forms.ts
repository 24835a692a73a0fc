import { z } from 'zod'

/** The version of what models are told here: it changes with every change of a rule or a form. */
export const promptVersion = '2026-11'

/** What an article is going to say, section by section. */
export const outlineForm = z.strictObject({
  sections: z.array(z.strictObject({ heading: z.string(), points: z.array(z.string()) })),
})

/** An article. Lengths are those of a submitted draft, which checks them. */
export const articleForm = z.strictObject({
  title: z.string(),
  content: z.string().describe('The body in Markdown, without the title as a heading and without HTML'),
  tldr: z.string().describe('The answer in two or three sentences, at most 600 characters'),
  excerpt: z.string().describe('Teaser for lists, at most 300 characters'),
  seoTitle: z.string().describe('At most 60 characters'),
  metaDescription: z.string().describe('121 to 156 characters'),
  secondaryKeywords: z.array(z.string()).describe('At most 8'),
  faq: z.array(z.strictObject({ question: z.string(), answer: z.string() })).describe('At most 6'),
  citations: z
    .array(z.strictObject({ url: z.string(), title: z.string() }))
    .describe('Sources among the data that the text uses'),
})
export type Article = z.output<typeof articleForm>

/** What a revision says of a text of a model, which may be called anything. */
export function writtenBy(model: string, how = 'Written'): string {
  return `${how} by the model ${model}`.replaceAll(/\s+/g, ' ').slice(0, 200)
}

/** An article of the sample publication, and the other articles that its editor would link its text to. */
export type SampleArticle = {
  slug: string
  title: string
  keyword: string | null
  description?: string
  body: string
  /** By slug: those that a reader of this passage would want to open next. */
  links: readonly string[]
}

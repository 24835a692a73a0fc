/** Sample entries of the glossary. */
export const terms = [
  {
    title: 'Canonical URL',
    excerpt: 'The one address that counts when several addresses show the same page.',
    content: `The **canonical URL** is the address that a page names as its own. When the same text can be reached in several ways (with and without a parameter, in a category and on its own), search engines count them as one page and show the canonical one.

Name it in the page head, use it in internal links and in the sitemap, and redirect the other addresses to it where you can.`,
  },
  {
    title: 'Evergreen content',
    excerpt: 'Pages whose subject stays useful for years, as long as somebody keeps them correct.',
    content: `**Evergreen content** answers a question that people will still have next year. It is not content that never changes: figures, screenshots and links age, and a page that is wrong in one place is doubted everywhere.

Give each evergreen page a date for its next review. See [how to plan a content refresh](/articles/plan-a-content-refresh).`,
  },
  {
    title: 'Structured data',
    excerpt: 'A description of a page for machines, beside the text for people.',
    content: `**Structured data** says in a fixed vocabulary what a page is: an article with an author and a date, a list of questions and answers, a product. It is usually written as JSON-LD in the page head.

It must say what the page says. A rating that no reader can see, or a date that changes every night, does more harm than good.`,
  },
] as const

/** A sample comparison, with questions and answers. */
export const comparison = {
  title: 'Headless CMS or page builder: which one fits your website?',
  slug: 'headless-cms-or-page-builder',
  excerpt: 'Two ways to run a website, compared by who writes, who builds and what it costs to change your mind.',
  metaDescription: 'Headless CMS and page builder compared: editing, design, speed, cost and how to move away again.',
  tldr: 'Take a page builder when one team owns a small site and wants it online this week. Take a headless CMS when the same content feeds more than one place, or when developers own the front end anyway.',
  primaryKeyword: 'headless cms or page builder',
  content: `## The difference in one sentence

A **page builder** stores pages: text and layout are one thing. A **headless CMS** stores content: fields that any website, app or agent can read through an API, and somebody else decides what they look like.

## Side by side

| | Headless CMS | Page builder |
|---|---|---|
| Editing | Fields and Markdown, preview by the website | Directly on the page |
| Design | Your front end, no limits | The blocks that the builder offers |
| Same content in several places | Written once, read anywhere | Copied |
| First page online | Days | Hours |
| Changing the design later | One template | Every page |
| Moving away | Export and a new front end | Often a rewrite |

## Choose a headless CMS when

- content appears on more than one website, in an app or in a newsletter;
- agents or scripts write and update content beside people;
- the website already has developers and a build.

## Choose a page builder when

- one small team owns every page from text to colour;
- each page looks different on purpose;
- nobody wants to run a build.

## How to decide in an afternoon

1. List the ten page types that you have today.
2. Mark the ones whose layout is the same every time. That is content.
3. If most are marked, structure pays. If few are, freedom does.

More on the first step: [a content model for a small team](/articles/content-model-for-a-small-team).`,
  faq: [
    {
      question: 'Can both be used together?',
      answer:
        'Yes. A common split keeps a few campaign pages in the builder and everything that repeats (articles, glossary, comparisons) in the headless CMS.',
    },
    {
      question: 'Is a headless CMS slower to work with?',
      answer:
        'The first page takes longer, because somebody builds a template. From the second page of a kind on, writing is faster: there is no layout to redo.',
    },
    {
      question: 'What happens to addresses when we switch?',
      answer:
        'Keep the old addresses where you can, and redirect the others one by one. Export the list of addresses before you start, not after.',
    },
  ],
}

import type { SampleArticle } from './articles.ts'

/** Sample articles about planning. */
export const firstArticles: readonly SampleArticle[] = [
  {
    title: 'A content model for a small team',
    slug: 'content-model-for-a-small-team',
    excerpt: 'Three kinds of page cover most websites. How to find yours, and which fields they need.',
    tldr: 'Start with as few kinds of content as possible, give each one a fixed address pattern, and add a field only when a template uses it.',
    metaDescription:
      'How a small team finds its kinds of content, their fields and their addresses, without over-engineering.',
    primaryKeyword: 'content model',
    status: 'published',
    category: 'Planning',
    tags: ['Content model', 'Workflow'],
    content: `A content model is the list of kinds of page that you publish, with the fields of each. It sounds like a task for a large team. It is most useful for a small one, because nobody has time to fix what grew by accident.

## Start from pages, not from fields

Print the addresses of your website and sort them into heaps that look alike. Most sites end with three or four heaps: articles that explain, entries that define, pages that compare, pages that sell. Each heap becomes a collection.

## Give each collection one address pattern

\`\`\`text
/articles/{slug}
/glossary/{slug}
/comparisons/{slug}
\`\`\`

A pattern that never changes is worth more than a pretty one. When it must change, redirect.

## Add a field when a template needs it

- **Title and heading** may differ: one is for search results, the other for readers.
- **Excerpt** is for lists. If lists do not show it, leave it out.
- **Questions and answers** belong into their own field, so that they can be shown as a list and described as structured data.

A field that nobody fills in is worse than a missing one: it teaches people to skip fields.

## Review it twice a year

Look at the ten newest items. Which fields are empty? Which text was pressed into a field that was not made for it? That is the whole review.`,
    faq: [
      {
        question: 'How many collections should we begin with?',
        answer: 'One more than you have templates for is one too many. Most teams begin with articles alone.',
      },
    ],
  },
  {
    title: 'Choose topics by the question behind them',
    slug: 'choose-topics-by-question',
    excerpt: 'A keyword is a symptom. Write down the question that leads to it before you write the article.',
    metaDescription:
      'Plan topics by the question of the reader: one question, one page, one answer in the first paragraph.',
    primaryKeyword: 'choose content topics',
    status: 'published',
    category: 'Planning',
    tags: ['SEO', 'Workflow'],
    content: `Lists of keywords tell you what people type. They do not tell you what people want to know. The step between the two is a question, written in one sentence.

## Write the question first

For every topic on your list, finish this sentence: *"Somebody who searches this wants to know ..."* If you cannot finish it, drop the topic. If two topics end in the same sentence, they are one page.

## One question, one page

Two pages that answer the same question compete with each other, and readers find the weaker one half of the time. Before you begin a new page, search your own site for the question. Often an old page needs a paragraph, not a sibling.

## Answer early

Put the answer in the first paragraph and the reasons below. People who need more will read on, and those who do not will remember who told them quickly.

## Order by effort and use

| | Little effort | Much effort |
|---|---|---|
| **Asked often** | write this week | plan a series |
| **Asked rarely** | add to an existing page | leave it |`,
  },
  {
    title: 'An outline that survives the first draft',
    slug: 'outline-that-survives',
    excerpt: 'Outlines fail when they list subjects instead of claims. A short recipe for one that holds.',
    metaDescription: 'Write outlines as claims, order them by what the reader must know first, and cut before writing.',
    status: 'published',
    category: 'Writing',
    tags: ['Workflow'],
    content: `Most outlines are lists of nouns: *Benefits. Challenges. Best practices.* They feel like progress and say nothing. Write claims instead.

## Turn nouns into sentences

- "Benefits" becomes "A review takes a day less when the checklist is part of the form."
- "Challenges" becomes "Nobody updates a page that has no owner."

If a heading cannot become a sentence, you do not have something to say there yet.

## Order by what must be known first

Read only the headings aloud. Each one should make the next one possible to understand. Where it does not, swap or merge.

## Cut before you write

Removing a section from an outline costs nothing. Removing it from a finished text costs an afternoon and some pride. Aim for a third less than you planned.`,
  },
  {
    title: 'Edit in three passes',
    slug: 'edit-in-three-passes',
    excerpt: 'Structure, sentences, facts: each pass looks for one thing and ignores the others.',
    metaDescription:
      'A practical editing routine in three passes: structure, sentences and facts, with a short checklist for each.',
    primaryKeyword: 'editing checklist',
    status: 'published',
    category: 'Writing',
    tags: ['Workflow', 'SEO'],
    content: `Editing everything at once means polishing sentences that will be deleted. Three passes with one aim each are faster.

## 1. Structure

- Does the first paragraph answer the question of the title?
- Could a reader stop after any section and leave with something?
- Is anything said twice?

## 2. Sentences

- One idea per sentence. Split at the second "and".
- Replace what could stand on any website with what only you can say.
- Prefer the word that your readers use.

## 3. Facts

- Every figure has a source and a date.
- Every link opens, and leads to what the text promises.
- Screenshots show the current version.

> The third pass is the one that gets skipped, and the one that readers notice.

Then read the whole text aloud once. Where you stumble, so will they.`,
  },
]

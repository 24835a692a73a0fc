import type { SampleArticle } from './articles.ts'

/** Sample articles about daily work. */
export const laterArticles: readonly SampleArticle[] = [
  {
    title: 'Let agents draft, let people decide',
    slug: 'agents-draft-people-decide',
    excerpt: 'A division of work between people and AI agents that keeps quality and responsibility in one place.',
    tldr: 'Give agents keys that can write drafts but not publish. Publishing stays with a person, and the audit log shows who did what.',
    metaDescription: 'How people and AI agents share the work on content: scopes, drafts, review and an audit log.',
    primaryKeyword: 'ai agents content workflow',
    status: 'published',
    category: 'Operations',
    tags: ['Agents', 'Workflow'],
    content: `Agents are good at the parts of content work that people put off: first drafts, consistent descriptions, broken links, forgotten tags. They are not good at deciding what your organization stands for. Divide the work along that line.

## Give each agent a key of its own

A key with a name tells you later which agent did what. Two agents that share a key cannot be told apart, and neither can be stopped alone.

## Choose the smallest scope

| Task | Scopes |
|---|---|
| Report on content | \`content:read\` |
| Write and improve drafts | \`content:read\`, \`content:write\` |
| Publish what a person approved | also \`content:publish\` |

Start with the first row. Move down when you miss something, not before.

## Rehearse

Every change can be sent as a dry run, which answers what would happen and changes nothing. Ask agents to show the result of the dry run before they ask for a confirmation.

## Read the log once a week

Ten minutes with the audit log show more about an agent than any description: what it tries, what is refused, and what it keeps repeating. Adjust its instructions accordingly.`,
    faq: [
      {
        question: 'Can an agent publish without a person?',
        answer: 'Only if its key has content:publish and the call is confirmed. Leave the scope out and it cannot.',
      },
      {
        question: 'What if an agent makes a mistake?',
        answer:
          'Deleted items stay in the trash for 30 days, every change is in the audit log, and a key can be revoked at once.',
      },
    ],
  },
  {
    title: 'Plan a content refresh',
    slug: 'plan-a-content-refresh',
    excerpt: 'Old pages bring most of the visits. A calm routine for keeping them correct.',
    metaDescription:
      'A routine for refreshing old content: choose pages by use, fix facts first, keep addresses, note the date.',
    primaryKeyword: 'content refresh',
    status: 'published',
    category: 'Operations',
    tags: ['Maintenance', 'SEO'],
    content: `On most websites a tenth of the pages brings more than half of the visits, and many of them are years old. Refreshing them is the cheapest improvement there is.

## Choose by use, not by age

Sort pages by visits and take the upper fifth. Within it, begin with pages whose subject has changed: prices, interfaces, laws, names.

## Facts first, style last

1. Correct what is wrong.
2. Add what readers ask today and did not ask then.
3. Remove what nobody needs any more.
4. Only then look at sentences.

## Keep the address

A refreshed page keeps its slug. If the title changes so much that the slug no longer fits, ask whether it is still the same page.

## Merge what overlaps

Two old pages on one question become one: keep the better address, move what is worth keeping, redirect the other one.

Write the date of the next review down at once. A refresh without a next date is a one-off.`,
  },
  {
    title: 'A publishing checklist that people follow',
    slug: 'publishing-checklist',
    excerpt: 'Seven lines, each with a reason. Draft: add the line that your team always forgets.',
    status: 'draft',
    category: 'Operations',
    tags: ['Workflow'],
    content: `A checklist that takes longer than five minutes is skipped on the first busy day. This one has seven lines.

1. The title says what the reader gets.
2. The first paragraph answers it.
3. The description fits into a search result: about 150 characters.
4. Every image has a text for those who cannot see it.
5. At least one link leads to another page of ours, and one leads back here.
6. Category, tags and author are set.
7. Somebody else has read it.

*To do: the line that our team always forgets.*`,
  },
  {
    title: 'Measure what content is for',
    slug: 'measure-what-content-is-for',
    excerpt: 'Outline of a planned article about figures that lead to decisions.',
    status: 'draft',
    category: 'Planning',
    tags: ['SEO'],
    content: `*Outline.*

## Every figure needs a decision

If no value of a figure would change what we do next week, stop collecting it.

## Three figures to begin with

- Questions that pages answer, against questions that people ask.
- Pages that were reviewed within a year.
- Readers who go on to a second page.

## What to leave out

Averages over the whole site. They move slowly and explain nothing.`,
  },
]

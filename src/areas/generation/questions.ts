import { oneLine, searchTerm } from '#std/text.ts'
import { visibleText } from '#std/visible-text.ts'

export type Questions = { search: string[]; ai: string[] }

type About = { keyword: string; articleType: string | null; answered: readonly string[] }

const limit = 12

/**
 * Questions that readers have, derived without a model: what people type into a search, from the keyword and the type of the
 * article; what they ask an assistant; and the questions that items on the same subject already answer.
 */
export function questionsFor({ keyword, articleType, answered }: About): Questions {
  const subject = visibleText(oneLine(keyword))
  const { search, ai } = (articleType === null ? undefined : byType[articleType]) ?? everyType
  const own = answered.map((question) => visibleText(oneLine(question)))
  return {
    search: distinct([...fill(search, subject), ...own]),
    ai: distinct(fill([...ai, ...everyAssistant], subject)),
  }
}

type Templates = { search: readonly string[]; ai: readonly string[] }

const everyType: Templates = {
  search: ['what is {}', '{} meaning', '{} examples', '{} best practices', 'how does {} work'],
  ai: ['What should I know about {}?', 'Explain {} with an example.'],
}

const byType: Readonly<Record<string, Templates>> = {
  how_to: {
    search: ['{}', '{} step by step', '{} checklist', '{} common mistakes', '{} how long does it take'],
    ai: ['Walk me through this step by step: {}.', 'What goes wrong most often with {}?'],
  },
  listicle: {
    search: ['best {}', 'top {}', '{} list', '{} for beginners', '{} free'],
    ai: ['Which {} would you recommend, and why?', 'What are the pros and cons of the best {}?'],
  },
  comparison: {
    search: ['{}', '{} differences', '{} which is better', '{} pricing', '{} pros and cons'],
    ai: ['{}: which one fits a small team?', 'What are the main differences: {}?'],
  },
  alternatives: {
    search: ['{}', 'best {}', '{} free', '{} open source', '{} cheaper'],
    ai: ['What are good {}, and whom do they suit?', 'Which of the {} is easiest to switch to?'],
  },
  review: {
    search: ['{} review', '{} pros and cons', '{} pricing', 'is {} worth it', '{} alternatives'],
    ai: ['Is {} worth its price?', 'What do users of {} complain about?'],
  },
  glossary: {
    search: ['what is {}', '{} definition', '{} example', '{} synonym', '{} vs'],
    ai: ['Define {} in one sentence.', 'What is {} often confused with?'],
  },
}

const everyAssistant = ['What are the most important facts about {}, with sources?', 'What do experts say about {}?']

function fill(templates: readonly string[], subject: string): string[] {
  return templates.map((template) => oneLine(template.replace('{}', () => subject)))
}

function distinct(questions: readonly string[]): string[] {
  const seen = new Map<string, string>()
  for (const question of questions) {
    const key = searchTerm(question)
    if (key !== '' && !seen.has(key)) seen.set(key, question)
  }
  return [...seen.values()].slice(0, limit)
}

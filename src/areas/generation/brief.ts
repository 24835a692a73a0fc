import type { z } from 'zod'

import { ruleTexts } from '#areas/checks/index.ts'
import { allCollections, defaultsOf } from '#areas/collections/index.ts'
import type { ItemRow } from '#areas/items/index.ts'
import { contextFor } from '#areas/library/index.ts'
import { getSettings, type Settings } from '#areas/organizations/index.ts'
import type { Access } from '#kernel/access.ts'
import type { Checks } from '#kernel/checks.ts'
import type { Reader } from '#kernel/database.ts'
import { keywordWords } from '#std/content-words.ts'
import { visibleText } from '#std/visible-text.ts'

import { type Assignment, assignmentOf, currentOf, describeAssignment } from './assignment.ts'
import type { briefOutput } from './brief-output.ts'
import { describePassage } from './brief-passages.ts'
import { instructionsFor, outlineRulesFor, ownInstructions } from './brief-rules.ts'
import { draftJsonSchema } from './draft-schema.ts'
import { linkTargets } from './link-targets.ts'
import { questionsFor } from './questions.ts'
import type { Subject } from './subject.ts'

type Ctx = { db: Reader; access: Pick<Access, 'organization'>; baseUrl: string; checks: Checks; now: Date }

/** The most targets of internal links, and how many words decide which ones. */
const targetLimit = 15
const targetWords = 12

/**
 * Everything that a writer with its own model needs (generation.md#brief-out-draft-in). Other people's texts are under
 * `untrusted`, with invisible characters shown (library.md#web-text-is-data).
 */
export async function writeBrief(
  ctx: Ctx,
  about: Subject,
  { maxContextChars, isHandedIn = true }: { maxContextChars: number; isHandedIn?: boolean },
): Promise<z.input<typeof briefOutput>> {
  const { db, now } = ctx
  const settings = await getSettings(db)
  const assignment = await assignmentOf(ctx, about, settings)
  const { collection, item, articleType, writingStyle } = assignment
  const text = `${assignment.primaryKeyword}\n${assignment.subject}`
  const passages = await contextFor(db, {
    query: `${text}\n${assignment.angle ?? ''}`,
    phrase: assignment.primaryKeyword || assignment.subject,
    locale: settings.locale,
    collectionId: collection.id,
    maxChars: maxContextChars,
    now,
  })
  const words = keywordWords(text, settings.locale).slice(0, targetWords)
  const targets = await linkTargets(ctx, {
    words,
    siteUrl: settings.siteUrl,
    except: item?.id ?? null,
    limit: targetLimit,
  })

  return {
    assignment: describeAssignment(assignment, settings),
    instructions: [
      ...instructionsFor({ style: writingStyle, isImprovement: item !== null, isHandedIn }),
      ...ownInstructions(defaultsOf(collection).customInstructions),
    ],
    outlineRules: outlineRulesFor(articleType),
    contextPassages: passages.map(describePassage),
    internalLinkTargets: targets.map(({ id, title, url }) => ({ id, title: visibleText(title), url })),
    questions: questionsFor({
      keyword: assignment.primaryKeyword || assignment.subject,
      articleType,
      answered: [...ownQuestions(assignment), ...targets.slice(0, 5).flatMap(({ questions }) => questions)],
    }),
    draftSchema: draftJsonSchema(collection),
    checks: ruleTexts,
    ...(item === null ? {} : await stateOf(ctx, item, settings)),
  }
}

/** What an item says now, and what is wrong with it. */
async function stateOf({ db, checks }: Ctx, row: ItemRow, settings: Settings) {
  const collections = await allCollections(db)
  return {
    current: await currentOf(db, row),
    publishingWarnings: await checks.warningsOf(db, { row, settings, collections }),
  }
}

function ownQuestions({ item }: Assignment): string[] {
  return item === null ? [] : item.faq.map(({ question }) => question)
}

import { keysOf } from '#std/objects.ts'
import type { OnboardingStep } from '#web/operations.ts'

export type StepKey = OnboardingStep['key']

type Words = {
  title: string
  why: string
  /** The screen where a person does it; without one an agent does. */
  screen?: {
    to: '/o/$orgSlug/settings/organization' | '/o/$orgSlug/topics' | '/o/$orgSlug/content' | '/o/$orgSlug/library'
    label: string
  }
}

/** The first steps in order, in plain words. The server says what is done. */
export const stepWords: Readonly<Record<StepKey, Words>> = {
  siteUrl: {
    title: 'Say where your website is',
    why: 'Links to your articles begin with its address.',
    screen: { to: '/o/$orgSlug/settings/organization', label: 'Add the address' },
  },
  brand: {
    title: 'Name your brand',
    why: 'So that agents write about the right one.',
    screen: { to: '/o/$orgSlug/settings/organization', label: 'Add the name' },
  },
  contentMode: {
    title: 'Choose where content goes',
    why: 'Headless: your website reads it from the Content API.',
    screen: { to: '/o/$orgSlug/settings/organization', label: 'See the address' },
  },
  firstCollection: { title: 'Have a collection', why: 'What you publish is sorted into collections.' },
  firstContext: {
    title: 'Tell agents what they should know',
    why: 'Facts, tone and products, for every text.',
    screen: { to: '/o/$orgSlug/library', label: 'Add an entry' },
  },
  firstTopic: {
    title: 'Plan a first topic',
    why: 'What an article will be about, before it is written.',
    screen: { to: '/o/$orgSlug/topics', label: 'Plan a topic' },
  },
  firstPublish: {
    title: 'Publish something',
    why: 'The first article that everybody can read.',
    screen: { to: '/o/$orgSlug/content', label: 'Choose an article' },
  },
}

export const stepKeys = keysOf(stepWords)

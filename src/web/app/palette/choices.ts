import { useNavigate } from '@tanstack/react-router'

import { overlay } from '#web/app/overlay.ts'
import { groups } from '#web/app/screens.ts'
import { useScreens } from '#web/app/use-screens.ts'
import { useOrganization } from '#web/context.ts'
import { useTheme } from '#web/parts/theme.ts'
import { verbsNow } from '#web/parts/verbs.ts'
import type { SignedIn } from '#web/session.ts'

/** Something that the palette offers. */
export type Choice = {
  id: string
  group: 'Recent' | 'Do' | 'Go to' | 'Content'
  label: string
  /** What distinguishes it, behind its label. */
  hint?: string
  /** Other words that find it. */
  words?: string
  /** Titles of content are set in the serif. */
  isContent?: boolean
  run(): void
}

/** What is chosen again is near; for as long as the page is open, and nowhere stored. */
const recent: Choice[] = []

export function remember(choice: Choice): void {
  if (choice.group === 'Do') return
  const others = recent.filter(({ id }) => id !== choice.id)
  recent.splice(0, recent.length, { ...choice, group: 'Recent' }, ...others.slice(0, 4))
}

/** What was chosen last, what can be done here, and every screen. */
export function useChoices({ organizations }: SignedIn): Choice[] {
  const { slug, id: organizationId } = useOrganization()
  const navigate = useNavigate()
  const [theme, turn] = useTheme()
  const screens = useScreens().toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group))
  const others = organizations.filter(({ id }) => id !== organizationId)

  const verbs: Choice[] = verbsNow().map((verb) => ({ ...verb, id: `do:${verb.label}`, group: 'Do' }))
  const places: Choice[] = screens.map(({ to, label, group, words = '' }) => ({
    id: `go:${slug}:${to}`,
    group: 'Go to',
    label,
    ...(group === 'Settings' ? { hint: group } : {}),
    words: `${group} ${words}`,
    run: () => void navigate({ to, params: { orgSlug: slug } }),
  }))
  return [
    ...recent.filter(({ id }) => !id.startsWith('go:') || id.startsWith(`go:${slug}:`)),
    ...verbs,
    ...places,
    ...others.map(({ slug: other, name }): Choice => ({
      id: `organization:${other}`,
      group: 'Go to',
      label: name,
      hint: 'Organization',
      words: 'switch organization',
      run: () => void navigate({ to: '/o/$orgSlug', params: { orgSlug: other } }),
    })),
    {
      id: 'theme',
      group: 'Do',
      label: theme === 'dark' ? 'Use the light theme' : 'Use the dark theme',
      words: 'appearance mode night day',
      run: turn,
    },
    { id: 'keys', group: 'Do', label: 'Show the keys', words: 'shortcuts help', run: () => overlay.set('keys') },
  ]
}

/** The choices that have every word of a text, those whose label begins with it first; all of them for no text. */
export function choicesFor(choices: readonly Choice[], text: string): Choice[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return [...choices]
  const parts = wanted.split(/\s+/)
  const found = choices.filter(({ label, hint = '', words = '' }) => {
    const all = `${label} ${hint} ${words}`.toLowerCase()
    return parts.every((part) => all.includes(part))
  })
  const begins = ({ label }: Choice) => (label.toLowerCase().startsWith(wanted) ? 0 : 1)
  const ids = new Set<string>()
  return found.toSorted((a, b) => begins(a) - begins(b)).filter(({ id }) => !ids.has(id) && ids.add(id))
}

import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** The theme of the page, and a function that toggles it. Choosing the system's theme ends the choice: it follows again. */
export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore(watch, current)
  return [theme, () => choose(theme === 'dark' ? 'light' : 'dark')]
}

export type ThemeChoice = Theme | 'system'

/** What was chosen, including following the system, and a function that chooses. */
export function useThemeChoice(): [ThemeChoice, (choice: ThemeChoice) => void] {
  const choice = useSyncExternalStore(watchChoice, chosen)
  return [choice, keep]
}

function chosen(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function keep(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, choice)
  } catch {
    // As below.
  }
  document.documentElement.dataset['theme'] = choice === 'system' ? ofSystem() : choice
  dispatchEvent(new Event(choiceMade))
}

function watchChoice(listener: () => void): () => void {
  const stop = watch(listener)
  for (const event of [choiceMade, 'storage']) addEventListener(event, listener)
  return () => {
    stop()
    for (const event of [choiceMade, 'storage']) removeEventListener(event, listener)
  }
}

const storageKey = 'theme'
const choiceMade = 'theme-choice'

function ofSystem(): Theme {
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

function current(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

function choose(theme: Theme): void {
  try {
    if (theme === ofSystem()) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // Storage can be blocked: the choice then holds until the page is left.
  }
  document.documentElement.dataset['theme'] = theme
}

function watch(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark'

/** The theme of the page, and a function that turns it over. A choice that equals the system's is no choice: it follows again. */
export function useTheme(): [Theme, () => void] {
  const theme = useSyncExternalStore(watch, current)
  return [theme, () => choose(theme === 'dark' ? 'light' : 'dark')]
}

function current(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

function choose(theme: Theme): void {
  const ofSystem: Theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  try {
    if (theme === ofSystem) localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
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

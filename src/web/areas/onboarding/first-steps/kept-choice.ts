/** How a person wants to see an organization's checklist in this browser; undefined where nothing was chosen. */
export function choiceOf(organizationId: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(organizationId)) ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers it; without storage it is forgotten when the page is reloaded. */
export function keepChoice(organizationId: string, choice: 'open' | 'folded' | 'hidden'): void {
  try {
    localStorage.setItem(keyOf(organizationId), choice)
  } catch {
    // Nothing depends on it.
  }
}

function keyOf(organizationId: string): string {
  return `first-steps:${organizationId}`
}

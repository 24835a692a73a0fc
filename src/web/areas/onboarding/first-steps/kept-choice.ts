/** How a person wants the checklist of an organization in this browser; undefined where nothing was said. */
export function choiceOf(organizationId: string): string | undefined {
  try {
    return localStorage.getItem(keyOf(organizationId)) ?? undefined
  } catch {
    return undefined
  }
}

/** Remembers it; without storage it is forgotten when the page is loaded anew. */
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

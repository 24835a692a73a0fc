/** Whether a person put the finished checklist of an organization away, in this browser. */
export function areHidden(organizationId: string): boolean {
  try {
    return localStorage.getItem(keyOf(organizationId)) !== null
  } catch {
    return false
  }
}

/** Puts it away; without storage it comes back when the page is loaded anew. */
export function hide(organizationId: string): void {
  try {
    localStorage.setItem(keyOf(organizationId), 'hidden')
  } catch {
    // Nothing depends on it.
  }
}

function keyOf(organizationId: string): string {
  return `first-steps:${organizationId}`
}

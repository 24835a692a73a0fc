/** A surface that stands out from the page: a list, a form, a group of facts. */
export const cardLook = 'rounded-xl border border-line bg-surface shadow-card'

import { like, oneOf, searchBy, yes } from '#web/address.ts'
export const railTabs = ['checks', 'search', 'links', 'history'] as const
export type RailTab = (typeof railTabs)[number]
export const previewWidths = ['desktop', 'phone'] as const
export type PreviewWidth = (typeof previewWidths)[number]
/** The state of the page of an article, all of it in the address. */
export const articleSearch = searchBy({
  rail: oneOf(railTabs, 'checks'),
  preview: oneOf(previewWidths),
  /** The field to begin with. */
  field: like(/^[a-zA-Z0-9]{1,60}$/),
  /** Whether a model is asked to rewrite it, or watched while it does. */
  rewrite: yes,
})

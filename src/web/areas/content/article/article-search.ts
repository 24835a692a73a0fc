import { like, oneOf, page, searchBy, yes } from '#web/address.ts'
export const railTabs = ['checks', 'search', 'links', 'history'] as const
export type RailTab = (typeof railTabs)[number]
export const previewWidths = ['desktop', 'phone'] as const
export type PreviewWidth = (typeof previewWidths)[number]
/** The state of the page of an article, all of it in the address. */
export const articleSearch = searchBy({
  rail: oneOf(railTabs, 'checks'),
  preview: oneOf(previewWidths),
  /** The revision that is compared: the first has none before it. */
  revision: page,
  /** Whether it is compared with what the article says now instead of with the one before. */
  now: yes,
  /** Whether in line also where the window has room for both texts side by side. */
  line: yes,
  /** The field to begin with. */
  field: like(/^[a-zA-Z0-9]{1,60}$/),
  /** Whether a model is asked to rewrite it, or watched while it does. */
  rewrite: yes,
})

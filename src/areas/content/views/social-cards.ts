/** What a card is made of, when the item does not say. */
export type CardSource = {
  title: string
  seoTitle: string | null
  metaDescription: string | null
  excerpt: string | null
  tldr: string | null
  og: { title: string | null; description: string | null; image: string | null }
  twitter: { title: string | null; description: string | null }
  featuredImage: string | null
  /** What the organization shows for items without a picture. */
  defaultImage: string | null
}

export type Card = { title: string; description: string; image: string | null }

/** What a shared link shows (Open Graph): what is set, else SEO title, title, meta description, excerpt, featured image, the organization's. */
export function openGraphCard({ og, ...item }: CardSource): Card {
  return {
    title: og.title ?? item.seoTitle ?? item.title,
    description: og.description ?? describe(item),
    image: og.image ?? item.featuredImage ?? item.defaultImage,
  }
}

/** What a card of X shows: what is set, else what Open Graph shows. */
export function twitterCard(item: CardSource): Card & { card: 'summary' | 'summary_large_image' } {
  const shared = openGraphCard(item)
  return {
    card: shared.image === null ? 'summary' : 'summary_large_image',
    title: item.twitter.title ?? shared.title,
    description: item.twitter.description ?? shared.description,
    image: shared.image,
  }
}

/** The description that a search result shows: the meta description, else the excerpt or the short answer. */
export function describe({ metaDescription, excerpt, tldr }: Pick<CardSource, 'metaDescription' | 'excerpt' | 'tldr'>) {
  return metaDescription ?? excerpt ?? tldr ?? ''
}

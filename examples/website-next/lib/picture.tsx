import type { Image } from './masthead.ts'

/** An image in the sizes and formats that Masthead made of it: nothing is left to resize. */
export function Picture({ image, title }: { image: Image; title: string }) {
  const sources = (format: string) =>
    image.variants
      .filter((variant) => variant.format === format)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ')
  return (
    <picture>
      {['avif', 'webp'].map((format) =>
        sources(format) === '' ? null : (
          <source
            key={format}
            type={`image/${format}`}
            srcSet={sources(format)}
            sizes="(max-width: 44rem) 100vw, 44rem"
          />
        ),
      )}
      <img
        src={image.url}
        alt={image.alt ?? title}
        width={image.width ?? undefined}
        height={image.height ?? undefined}
      />
    </picture>
  )
}

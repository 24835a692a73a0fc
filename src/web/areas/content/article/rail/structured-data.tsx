/** What machines read about the page besides its text, as it is stored with the article. */
export function StructuredData({ data }: { data: unknown }) {
  return (
    <section aria-label="Structured data" className="border-t border-line pt-4" data-field="schemaJsonLd" tabIndex={-1}>
      <h2 className="t-head mb-1">Structured data</h2>
      {data === null ? (
        <p className="text-muted">
          The article has none of its own. Websites that read it may add what they make of its title, authors and dates.
        </p>
      ) : (
        <pre
          tabIndex={0}
          aria-label="Structured data, as JSON-LD"
          className="mono max-h-80 overflow-auto rounded-lg bg-raised p-3"
        >
          {JSON.stringify(data, null, 2)}
        </pre>
      )}
    </section>
  )
}

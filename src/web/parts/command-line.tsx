/** A command to be typed on the server; `what` tells it from others of the page, for those who do not see where it is. */
export function CommandLine({ what, children }: { what: string; children: string }) {
  return (
    <pre tabIndex={0} role="region" aria-label={what} className="my-3 overflow-x-auto rounded-lg bg-raised p-3 text-sm">
      {children}
    </pre>
  )
}

/** The mark of the product; its name stands beside it as text. */
export function Logo() {
  return (
    <svg aria-hidden viewBox="0 0 32 32" className="size-7 shrink-0">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <path
        d="M8 23V9.5l8 8 8-8V23"
        fill="none"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="stroke-on-accent"
      />
    </svg>
  )
}

/** The name of a key, on the button that it presses. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd
      aria-hidden
      className="rounded border border-current/40 px-1.5 font-sans text-xs leading-4 font-medium max-md:hidden"
    >
      {children}
    </kbd>
  )
}

/** The name of a key, on the button that it presses. */
export function Kbd({ children }: { children: string }) {
  return (
    <kbd aria-hidden className="font-mono text-xs opacity-85 max-md:hidden">
      {children}
    </kbd>
  )
}

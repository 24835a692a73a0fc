import { RefreshCw } from 'lucide-react'

/** How many calls arrived since the list was read, and the button that shows them. */
export function NewCalls({ count, onShow }: { count: number; onShow(): void }) {
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={onShow}
          className="flex min-h-11 w-full items-center justify-center gap-2 border-b border-line bg-raised px-4 py-2 font-medium text-ink md:min-h-9"
        >
          <RefreshCw aria-hidden size={14} strokeWidth={1.75} />
          {count === 1 ? 'One new call' : `${count.toLocaleString('en')} new calls`}
        </button>
      )}
    </div>
  )
}

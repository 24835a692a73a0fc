import { sizeOf } from '#web/areas/media/media-words.ts'
import type { Upload } from '#web/areas/media/media/uploads.ts'
import { Button } from '#web/parts/button.tsx'
import { StatusMark } from '#web/parts/status.tsx'

type Props = { uploads: readonly Upload[]; onCancel(upload: Upload): void; onRetry(upload: Upload): void }

/** The files on their way: how far each is, or why it was not taken. */
export function UploadList({ uploads, onCancel, onRetry }: Props) {
  if (uploads.length === 0) return null
  return (
    <ul aria-label="Uploads" className="mb-4 border-t border-line">
      {uploads.map((upload) => (
        <li key={upload.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2">
          <span className="mono min-w-0 flex-1 truncate">{upload.file.name}</span>
          {upload.problem === null ? (
            <>
              <span className="text-sm text-muted tabular-nums">
                {Math.round(upload.sent * 100)} % of {sizeOf(upload.file.size)}
              </span>
              <span className="w-32">
                <progress aria-label={`Sending ${upload.file.name}`} value={upload.sent} max={1} className="progress" />
              </span>
            </>
          ) : (
            <>
              <span role="alert" className="inline-flex items-baseline gap-2 wrap-anywhere">
                <StatusMark tone="bad" />
                {upload.problem}
              </span>
              <Button size="small" aria-label={`Try again: ${upload.file.name}`} onClick={() => onRetry(upload)}>
                Try again
              </Button>
            </>
          )}
          <Button
            size="small"
            look="quiet"
            aria-label={`${upload.problem === null ? 'Cancel' : 'Leave out'} ${upload.file.name}`}
            onClick={() => onCancel(upload)}
          >
            {upload.problem === null ? 'Cancel' : 'Leave out'}
          </Button>
        </li>
      ))}
    </ul>
  )
}

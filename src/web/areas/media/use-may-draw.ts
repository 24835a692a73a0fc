import { useCatalogEntry } from '#web/use-catalog.ts'
import { useOperation } from '#web/use-operation.ts'

/** Whether the person may have pictures drawn, and a provider that draws is configured. False while that is unknown. */
export function useMayDraw(): boolean {
  const isAllowed = useCatalogEntry('generateImage')?.allowed ?? false
  const options = useOperation('listGenerationOptions', {}, { staleTime: 300_000 })
  return isAllowed && (options.data?.providers.some((one) => one.configured && one.draws) ?? false)
}

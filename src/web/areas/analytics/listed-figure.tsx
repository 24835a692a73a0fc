import { useOperation } from '#web/use-operation.ts'

type Props = { itemIds: string[]; itemId: string; figure: 'viewsHuman' | 'clicks' }

/** A figure of 28 days in a row of a list; all rows ask together. Loaded when its column is shown. */
export default function ListedFigure({ itemIds, itemId, figure }: Props) {
  const { data } = useOperation('getContentAnalytics', { itemIds, pageSize: itemIds.length })
  const value = data?.items.find((one) => one.itemId === itemId)?.[figure]
  return <>{value === null || value === undefined ? '–' : value.toLocaleString('en')}</>
}

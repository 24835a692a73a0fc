import { publishItem } from './operations/publish-item.ts'
import { unpublishItem } from './operations/unpublish-item.ts'

export const operations = [publishItem, unpublishItem] as const

import { readAccount, changeMembers, readLog, connect } from './areas/account.ts'
import { changeTerms, changeMedia, changeLibrary } from './areas/collections.ts'
import { readItems, changeItems, publish, reviewItems } from './areas/items.ts'
import { startJobs } from './areas/jobs.ts'
import { changeTopics, draft, improveSearch } from './areas/writing.ts'
import type { Scene } from './scene.ts'

/** Calls every operation that has not made content, area by area. */
export async function callAreas(scene: Scene): Promise<void> {
  await readAccount(scene)
  await changeTerms(scene)
  await readItems(scene)
  await changeItems(scene)
  await publish(scene)
  await reviewItems(scene)
  await changeLibrary(scene)
  await changeTopics(scene)
  await draft(scene)
  await improveSearch(scene)
  await changeMedia(scene)
  await changeMembers(scene)
  await connect(scene)
  await startJobs(scene)
  await readLog(scene)
}

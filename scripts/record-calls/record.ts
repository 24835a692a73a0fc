import { callAreas } from './area-calls.ts'
import { callContentApi, fetchImages } from './content-api-calls.ts'
import { makeContent } from './content-calls.ts'
import { newInstallation } from './installation.ts'
import { callJobs } from './job-calls.ts'
import { normaliser } from './normalise.ts'
import { callProtocols } from './protocol-calls.ts'
import { createRecorder, type Recorded } from './recorder.ts'
import { callWhatIsRefused } from './refusal-calls.ts'
import { callTheRest } from './remaining-calls.ts'
import { foundOrganizations, openScene } from './scene.ts'
import { openWebsite } from './website.ts'

/** Calls a fresh installation of a checkout, always in the same way. Each call goes to `write` with its answer. */
export async function recordCalls(root: string, write: (call: Recorded) => void): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000)
  const names = normaliser(yesterday)
  const recorder = createRecorder(names, write)
  const website = await openWebsite()
  names.address(website.url, 'http://<website>')
  names.address(new URL(website.url).host, '<website>')
  const installation = await newInstallation(root, { ALLOW_PRIVATE_NETWORK: '127.0.0.0/8', LOG_LEVEL: 'warn' })
  try {
    await foundOrganizations(installation)
    // Without a worker nothing happens between two calls.
    let server = await installation.start({ WORKER: 'off' })
    recorder.at(server.url)
    const scene = await openScene(recorder, server, website.url)
    await makeContent(scene)
    await callAreas(scene)
    await callWhatIsRefused(scene)
    await callProtocols(scene)
    await callContentApi(scene)
    await fetchImages(scene)
    await callTheRest(scene)
    await server.stop()

    server = await installation.start({ WORKER: 'on' })
    recorder.at(server.url)
    await callJobs(scene)
    await server.stop()
  } finally {
    await installation.remove()
    await website.close()
  }
}

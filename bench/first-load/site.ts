import { startMockServer } from '../../mocks/server/start'
import { readAnswer, startAnswerFront } from '../answer-front'
import { makeCertificate, serveByNginx } from '../nginx'
import { buildReleases, builtAt } from '../release'
import type { Running } from '../suite'

/** The product and the floor, both served over HTTP/2 by nginx. */
export interface Site {
  /** Origin of the product with the default database. */
  product: string
  /** Origin of the product with a running lab of the student. */
  lab: string
  floor: string
}

let built: Promise<void> | undefined

/** Built once in a run; two suites need it. */
export const buildOnce = (): Promise<void> => (built ??= buildReleases())

/** Stops everything in reverse order. */
export function closers() {
  const all: (() => Promise<void>)[] = []
  return {
    add: <Started extends { close(): Promise<void> }>(started: Started): Started => {
      all.unshift(() => started.close())
      return started
    },
    close: async () => {
      for (const close of all) await close()
    },
  }
}

export async function startSite(): Promise<Running<Site>> {
  const { add, close } = closers()
  try {
    const certificate = await makeCertificate()
    add({ close: certificate.clear })
    const platform = add(await startMockServer())
    const labPlatform = add(await startMockServer({ scenario: 'labRunning' }))
    const groups = new Map([['/api/groups', await readAnswer(platform.url, '/api/groups')]])
    const front = add(await startAnswerFront(platform.url, groups))
    const product = add(await serveByNginx(builtAt('release'), platform.url, certificate))
    const lab = add(await serveByNginx(builtAt('release'), labPlatform.url, certificate))
    // Its toasts insert a style element, which the product's policy forbids.
    const floor = add(await serveByNginx(builtAt('floor'), front.url, certificate, { hasPolicy: false }))
    const browserArguments = [`--ignore-certificate-errors-spki-list=${certificate.fingerprint}`]
    return { site: { product: product.url, lab: lab.url, floor: floor.url }, browserArguments, close }
  } catch (error) {
    await close()
    throw error
  }
}

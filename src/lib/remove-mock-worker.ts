/** Other workers of the origin belong to other apps (H05). Only this lazy file of production names it. */
const MOCK_WORKER_PATH = '/mockServiceWorker.js'

const isMockWorker = ({ active, waiting, installing }: ServiceWorkerRegistration): boolean => {
  const worker = active ?? waiting ?? installing
  return worker !== null && new URL(worker.scriptURL).pathname === MOCK_WORKER_PATH
}

/** @returns whether there was one; it controls the page until the next reload */
export const removeMockWorker = async (workers: ServiceWorkerContainer): Promise<boolean> => {
  const found = (await workers.getRegistrations()).filter(isMockWorker)
  const removed = await Promise.all(found.map(one => one.unregister()))
  return removed.includes(true)
}

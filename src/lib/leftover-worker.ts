/**
 * A simulated platform that once ran at this address has left its worker in the browser. Production removes it: that
 * script alone, since another worker here is somebody else's (reliability H05). Its name stands in this file and in no
 * other of the build.
 */
const script = '/mockServiceWorker.js'

const isLeftover = ({ active, waiting, installing }: ServiceWorkerRegistration): boolean => {
  const worker = active ?? waiting ?? installing
  return worker !== null && new URL(worker.scriptURL).pathname === script
}

/** @returns whether there was one. It has the page that it controls until that is reloaded. */
export const removeLeftoverWorker = async (workers: ServiceWorkerContainer): Promise<boolean> => {
  const found = (await workers.getRegistrations()).filter(isLeftover)
  const removed = await Promise.all(found.map(one => one.unregister()))
  return removed.includes(true)
}

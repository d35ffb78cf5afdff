/** The few things that the simulated platform needs of IndexedDB, as promises. */

/** What a request has asked for. Rejects with its error. */
export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

/** Resolves when everything of a transaction is kept. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

export const metaStore = 'meta'
export const rowStore = 'rows'
/** Index of `rowStore`. */
export const byVersion = 'by-version'

/** Opens the database, making its two stores on the first visit. */
export function openDatabase(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name, 1)
  request.onupgradeneeded = () => {
    request.result.createObjectStore(metaStore)
    request.result
      .createObjectStore(rowStore, { keyPath: ['table', 'key'] })
      .createIndex(byVersion, 'version')
  }
  return resultOf(request)
}

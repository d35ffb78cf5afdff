import { createStorage } from '../lib/storage'

/** A storage of its own, over `values`. */
export const createMemoryStorage = (values = new Map<string, string>()) =>
  createStorage(() => ({
    getItem: key => values.get(key) ?? null,
    setItem: (key, value) => values.set(key, value),
    removeItem: key => values.delete(key),
  }))

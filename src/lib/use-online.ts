import { useSyncExternalStore } from 'react'
import { connection } from './online'

/** Whether there is a connection, as far as the browser knows. */
export const useOnline = (): boolean =>
  useSyncExternalStore(connection.subscribe, connection.isOnline, () => true)

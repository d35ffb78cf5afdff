import { useEffect } from 'react'
import { announce } from '../../lib/announce'
import { workInHand } from '../../lib/work-in-hand'
import type { ConnectionState } from './connection'
import { terminalText } from './terminal-text'

/** Says each change of the connection once, wherever the person is, and has a closing tab ask while it stands. */
export const useSaidState = (connection: ConnectionState | null): void => {
  useEffect(() => {
    if (connection && connection !== 'connecting')
      announce(terminalText(`said.${connection}`), connection === 'lost' ? 'assertive' : 'polite')
  }, [connection])
  const isConnected = connection === 'ready'
  useEffect(() => {
    if (!isConnected) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    const letGo = workInHand.add(() => true)
    return () => {
      removeEventListener('beforeunload', ask)
      letGo()
    }
  }, [isConnected])
}

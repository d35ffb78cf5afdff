import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError } from '../api/errors'
import { mutation } from '../api/query'
import { checkTerminalAddress, type TerminalAddress } from '../lib/terminal-address'
import { configQuery } from './config'

/**
 * Opens a terminal session of a lab (a GET that writes: call it on clicks and keys only). Rejects with an `ApiError`,
 * for example of detail `terminal host not ready`; resolves with null when the URL isn't allowed. Loads the
 * configuration only for URLs of other hosts.
 */
export const useRequestTerminal = () => {
  const queryClient = useQueryClient()
  const { mutateAsync } = useMutation({
    ...mutation('get', '/groups/{group}/tasks/{task}/webssh'),
    gcTime: 0,
  })
  return useCallback(
    async (groupId: number, taskId: number): Promise<TerminalAddress | null> => {
      const answer = await mutateAsync({ params: { path: { group: groupId, task: taskId } } })
      if (typeof answer?.url !== 'string')
        throw new ApiError({
          kind: 'badResponse',
          operation: 'get /groups/{group}/tasks/{task}/webssh',
          status: 200,
        })
      const own = checkTerminalAddress(answer.url, location)
      if (own) return own
      const config = await queryClient.query(configQuery()).catch(() => null)
      return checkTerminalAddress(answer.url, location, config?.terminal_origins)
    },
    [mutateAsync, queryClient],
  )
}

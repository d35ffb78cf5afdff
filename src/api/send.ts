import { api } from './api'
import { type OperationId, operationPaths, type operations } from './operations.gen'

type Effect = (typeof operations)[OperationId]['effect']

export type OperationWithEffect<E extends Effect> = {
  [Id in OperationId]: (typeof operations)[Id]['effect'] extends E ? Id : never
}[OperationId]

export type Sent = Promise<{ data?: unknown; error?: unknown; response: Response }>

/** TypeScript can't follow the client's types through a type parameter. */
const request = api.client.request as unknown as (method: string, path: string, init: object) => Sent

/** Calls an operation; `init` is the client's. */
export const send = (id: OperationId, init: object): Sent => {
  const [method = '', path = ''] = operationPaths[id].split(' ')
  return request(method, path, init)
}

import type { Operation } from '../../scripts/lib/operation'
import { hash } from '../../scripts/lib/seeded-random'
import type { OperationId } from '../operations.gen'
import { sampleResponse } from '../samplers.gen'
import type { BufferedResponse } from './mutant'
import { jsonResponse } from './responses'

export function successResponse(operation: Operation): BufferedResponse {
  const response = operation.responses.find(({ status }) => status < 300)
  if (!response) throw new Error(`${operation.operationId} has no answer of success.`)
  const headers = new Headers()
  for (const { name, cookie } of response.headers) {
    if (cookie) headers.append('set-cookie', `${cookie.name}=mutant; ${attributesOf(cookie)}`)
    else if (name === 'content-disposition') headers.set(name, 'attachment; filename="flagship.ovpn"')
  }
  if (response.kind === 'empty') return { status: response.status, headers, body: new Uint8Array() }
  if (response.kind !== 'json') {
    headers.set('content-type', response.contentType ?? 'application/octet-stream')
    return { status: response.status, headers, body: new TextEncoder().encode('client\ndev tun\n') }
  }
  const id = operation.operationId as OperationId
  const value = sampleResponse(id, response.status, hash('mutate', id), { now: Date.UTC(2026, 9, 5, 9) })
  const json = jsonResponse(response.status, value)
  for (const [name, one] of json.headers) headers.append(name, one)
  return { ...json, headers }
}

type Cookie = NonNullable<Operation['responses'][number]['headers'][number]['cookie']>

function attributesOf({ path, httpOnly, secure, sameSite }: Cookie): string {
  const parts = [path && `Path=${path}`, httpOnly && 'HttpOnly', secure && 'Secure']
  return [...parts, sameSite && `SameSite=${sameSite}`].filter(Boolean).join('; ')
}

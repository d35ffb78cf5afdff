import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getResponse, type RequestHandler } from 'msw'
import type { OperationId } from '../../mocks/operations.gen'
import { sampleResponse } from '../../mocks/samplers.gen'
import type { Contract } from '../../scripts/lib/load-contract'
import type { Operation, OperationResponse } from '../../scripts/lib/operation'
import { folder } from './install'
import { outOf } from './targets'

/** Gives a sample of one documented answer; undefined where the generator makes nothing for it. */
type MakeSample = (seed: number) => unknown
export type SampleMaker = {
  readonly name: string
  /** Rejects when what was generated cannot be loaded. */
  readonly load: (
    contract: Contract,
  ) => Promise<(operation: Operation, response: OperationResponse) => MakeSample | undefined>
}

export const ownSamples = 'Flagship'

/** Of each generator that makes mocks, its own functions for one operation and status. */
export const sampleMakers: readonly SampleMaker[] = [
  {
    name: ownSamples,
    load: async () => (operation, response) => seed =>
      sampleResponse(operation.operationId as OperationId, response.status, seed),
  },
  {
    name: 'orval',
    load: async () => {
      const made = await moduleIn('orval', 'client.msw.ts')
      return ({ operationId }, { status }) =>
        made(
          `get${capital(operationId)}ResponseMock${status}`,
          `get${capital(operationId)}ResponseMock`,
          status,
        )
    },
  },
  {
    name: 'hey-api',
    load: async () => {
      const made = await moduleIn('hey-api', '@faker-js/faker.gen.ts')
      return ({ operationId }, { status }) => made(`fake${capital(operationId)}Response${status}`)
    },
  },
  {
    name: 'msw-auto-mock',
    load: async () => {
      const made = await moduleIn('msw-auto-mock', 'handlers.ts')
      return ({ operationId }, { status }) => made(`get${capital(operationId)}${status}Response`)
    },
  },
  {
    name: 'Redocly generate-client',
    load: async () => {
      const exported = await load(join(outOf('Redocly generate-client'), 'client.mocks.ts'))
      return (operation, { status }) => {
        const suffix = status < 300 ? 'Handler' : 'ErrorHandler'
        const make = exported[`${operation.operationId}${suffix}`]
        if (typeof make !== 'function') return undefined
        const handlers = [make(...(status < 300 ? [] : [status])) as RequestHandler]
        return () => bodyOf(handlers, operation)
      }
    },
  },
  {
    name: '@msw/source',
    load: async ({ document }) => {
      const { fromOpenApi } = await load(
        join(folder, 'node_modules/@msw/source/lib/open-api/from-open-api.js'),
      )
      if (typeof fromOpenApi !== 'function') throw new Error('There is no fromOpenApi in it.')
      const handlers: RequestHandler[] = await fromOpenApi(structuredClone(document))
      return (operation, { status }) =>
        () =>
          bodyOf(handlers, operation, `?response=${status}`)
    },
  },
]

async function moduleIn(name: string, file: string) {
  const exported = await load(join(outOf(name), file))
  /** The function of that name, or the one without a status where the answer is a success. */
  return (own: string, common?: string, status = 200): MakeSample | undefined => {
    const make = exported[own] ?? (status < 300 && common !== undefined ? exported[common] : undefined)
    return typeof make === 'function' ? () => make() : undefined
  }
}

function load(file: string): Promise<Record<string, unknown>> {
  return import(pathToFileURL(file).href)
}

async function bodyOf(handlers: RequestHandler[], { method, path }: Operation, query = ''): Promise<unknown> {
  const url = `http://localhost/api${path.replaceAll(/\{\w+\}/g, '1')}${query}`
  const request = new Request(url, { method: method.toUpperCase() })
  const response = await getResponse(handlers, request, { baseUrl: 'http://localhost' })
  if (!response) throw new Error('No handler answers.')
  return response.json()
}

function capital(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`
}

import { listAt, objectAt } from '../../../scripts/lib/json'
import type { DriftId } from '../../../scripts/lib/validator/drift-classes'
import type { OperationNode } from './document-locations'
import { type Draft, draftAt, renameKey } from './spec-mutant'

export type OperationMutator = {
  readonly driftId: DriftId
  readonly sites: (
    location: OperationNode,
  ) => readonly { location: string; change: (operation: Draft, document: Draft) => void }[]
}

const once = (change: (operation: Draft, document: Draft) => void) => [{ location: 'operation', change }]
const parametersIn = ({ node }: OperationNode, where: string) =>
  listAt(node.parameters).flatMap((one, index) =>
    objectAt(one).in === where ? [{ index, name: String(objectAt(one).name) }] : [],
  )
const withBody = ({ node }: OperationNode) => node.requestBody !== undefined

function movePath(document: Draft, from: string, to: string): void {
  document.paths = renameKey(draftAt(document, ['paths']), from, to)
}

const routes: readonly OperationMutator[] = [
  {
    driftId: 'DR01',
    sites: ({ path, method }) =>
      once((_, document) => {
        delete draftAt(document, ['paths', path])[method]
      }),
  },
  {
    driftId: 'DR02',
    sites: ({ path, method }) =>
      once((operation, document) => {
        const item = draftAt(document, ['paths', path])
        delete item[method]
        item[method === 'put' ? 'patch' : 'put'] = operation
      }),
  },
  {
    driftId: 'DR03',
    sites: ({ path, method }) =>
      once((operation, document) => {
        delete draftAt(document, ['paths', path])[method]
        draftAt(document, ['paths'])[`${path}s`] = { [method]: operation }
      }),
  },
  {
    driftId: 'DR04',
    sites: ({ path, method }) =>
      once((operation, document) => {
        const added = structuredClone({ ...operation, operationId: 'archive' })
        draftAt(document, ['paths'])[`${path}/archive`] = { [method]: added }
      }),
  },
  {
    driftId: 'DR05',
    sites: location =>
      parametersIn(location, 'path').map(({ name }) => ({
        location: `path ${name}`,
        change: (_, document) => {
          for (const operation of Object.values(draftAt(document, ['paths', location.path]))) {
            for (const one of listAt((operation as Draft).parameters) as Draft[]) {
              if (one.in === 'path' && one.name === name) one.name = `the_${name}`
            }
          }
          movePath(document, location.path, location.path.replace(`{${name}}`, `{the_${name}}`))
        },
      })),
  },
]

const requests: readonly OperationMutator[] = [
  {
    driftId: 'DR07',
    sites: location =>
      parametersIn(location, 'query').map(({ index, name }) => ({
        location: `query ${name}`,
        change: operation => {
          draftAt(operation, ['parameters', String(index)]).name = `${name}Value`
        },
      })),
  },
  {
    driftId: 'DR08',
    sites: () =>
      once(operation => {
        const added = { name: 'locale', in: 'query', required: true, schema: { type: 'string' } }
        operation.parameters = [...listAt(operation.parameters), added]
      }),
  },
  {
    driftId: 'DR10',
    sites: location =>
      withBody(location)
        ? once(operation => {
            for (const media of Object.values(draftAt(operation, ['requestBody', 'content']))) {
              const schema = draftAt(media as Draft, ['schema'])
              schema.required = [...listAt(schema.required), 'captcha']
              Object.assign(draftAt(schema, ['properties']), { captcha: { type: 'string' } })
            }
          })
        : [],
  },
  {
    driftId: 'DR17',
    sites: location =>
      withBody(location)
        ? once(operation => {
            const body = draftAt(operation, ['requestBody'])
            const [[type, media] = ['', {}]] = Object.entries(objectAt(body.content))
            const other =
              type === 'application/json' ? 'application/x-www-form-urlencoded' : 'application/json'
            body.content = { [other]: media }
          })
        : [],
  },
]

export const operationMutators: readonly OperationMutator[] = [...routes, ...requests]

import { isObject, type JsonObject, listAt, objectAt } from '../../../contract/json'
import type { DriftId } from '../../../contract/validator/drift-classes'
import { type Draft, draftAt, type OperationNode, renameKey } from './document-locations'

type Change = (operation: Draft, document: Draft) => void
/** By the place within the operation. */
type Sites = Readonly<Record<string, Change>>

const when = (isAt: boolean, location: string, change: Change): Sites => (isAt ? { [location]: change } : {})

/** A site for each of the items that `isAt` chooses, whose change gets the item. */
const each = <Item>(
  items: readonly Item[],
  getLocation: (item: Item) => string,
  change: (item: Item, operation: Draft, document: Draft) => void,
): Sites =>
  Object.fromEntries(
    items.map(item => [getLocation(item), (operation, document) => change(item, operation, document)]),
  )

const getParameters = ({ node }: OperationNode, where: string) =>
  listAt(node.parameters).flatMap((one, index) => {
    const parameter = objectAt(one)
    return parameter.in === where ? [{ index: String(index), name: String(parameter.name), parameter }] : []
  })

function addParameter(operation: Draft, name: string, required: boolean, type: string): void {
  operation.parameters = [...listAt(operation.parameters), { name, in: 'query', required, schema: { type } }]
}

type Field = { readonly type: string; readonly name: string }

/** Body fields with their media type. */
const getFields = ({ node }: OperationNode): Field[] =>
  Object.entries(objectAt(objectAt(node.requestBody).content)).flatMap(([type, media]) =>
    Object.keys(objectAt(objectAt(objectAt(media).schema).properties)).map(name => ({ type, name })),
  )

const bodySchema = (operation: Draft, type: string) =>
  draftAt(operation, ['requestBody', 'content', type, 'schema'])

function removeField(operation: Draft, { type, name }: Field): Draft {
  const schema = bodySchema(operation, type)
  delete draftAt(schema, ['properties'])[name]
  if (schema.required) schema.required = listAt(schema.required).filter(one => one !== name)
  return schema
}

type Response = { readonly status: string; readonly type?: string; readonly node: JsonObject }

/** With the first media type; without one if the response is empty. */
const getResponses = ({ node }: OperationNode, isChosen: (status: number) => boolean): Response[] =>
  Object.entries(objectAt(node.responses))
    .filter(([status]) => isChosen(Number(status)))
    .map(([status, one]) => {
      const [type] = Object.keys(objectAt(objectAt(one).content))
      return { status, node: objectAt(one), ...(type !== undefined && { type }) }
    })

const getSuccesses = (location: OperationNode) => getResponses(location, status => status < 300)
const byStatus = ({ status }: Response) => status

const object = (properties: Readonly<Record<string, Draft>>) => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

function setContent(operation: Draft, { status }: Response, type: string, schema?: Draft): void {
  const response = draftAt(operation, ['responses', status])
  const [media] = Object.values(objectAt(response.content))
  response.content = { [type]: schema ? { schema } : media }
}

function addBody(operation: Draft, response: Response, schema: Draft): void {
  setContent(operation, response, 'application/json', schema)
  operation.responses = renameKey(draftAt(operation, ['responses']), response.status, '200')
}

const getDetail = ({ node }: Response) => {
  const { schema } = objectAt(objectAt(node.content)['application/json'])
  return objectAt(objectAt(schema).properties).detail
}

const getDisposition = ({ node }: Response) =>
  Object.keys(objectAt(node.headers)).find(name => name.toLowerCase() === 'content-disposition')

/** Where an operation of the document can drift, by class. */
export const operationMutators: { readonly [Id in DriftId]?: (location: OperationNode) => Sites } = {
  DR01: ({ path, method }) => ({
    operation: (_, document) => {
      delete draftAt(document, ['paths', path])[method]
    },
  }),
  DR02: ({ path, method }) => ({
    operation: (operation, document) => {
      const item = draftAt(document, ['paths', path])
      delete item[method]
      item[method === 'put' ? 'patch' : 'put'] = operation
    },
  }),
  DR03: ({ path, method }) => ({
    operation: (operation, document) => {
      delete draftAt(document, ['paths', path])[method]
      draftAt(document, ['paths'])[`${path}s`] = { [method]: operation }
    },
  }),
  DR04: ({ path, method }) => ({
    operation: (operation, document) => {
      const added = structuredClone({ ...operation, operationId: 'archive' })
      draftAt(document, ['paths'])[`${path}/archive`] = { [method]: added }
    },
  }),
  DR05: location =>
    each(
      getParameters(location, 'path'),
      ({ name }) => `path ${name}`,
      ({ name }, _, document) => {
        const { path } = location
        for (const operation of Object.values(draftAt(document, ['paths', path])))
          for (const one of listAt((operation as Draft).parameters) as Draft[])
            if (one.in === 'path' && one.name === name) one.name = `the_${name}`
        const paths = draftAt(document, ['paths'])
        document.paths = renameKey(paths, path, path.replace(`{${name}}`, `{the_${name}}`))
      },
    ),
  DR06: location =>
    each(
      getParameters(location, 'path'),
      ({ name }) => `path ${name}`,
      ({ index, parameter }, operation) => {
        const isText = objectAt(parameter.schema).type === 'string'
        draftAt(operation, ['parameters', index]).schema = isText
          ? { type: 'integer' }
          : { type: 'string', format: 'uuid' }
      },
    ),
  DR07: location =>
    each(
      getParameters(location, 'query'),
      ({ name }) => `query ${name}`,
      ({ index, name }, operation) => {
        draftAt(operation, ['parameters', index]).name = `${name}Value`
      },
    ),
  DR08: () => ({ operation: operation => addParameter(operation, 'locale', true, 'string') }),
  DR09: location => ({
    'query added': operation => addParameter(operation, 'limit', false, 'integer'),
    ...each(
      getParameters(location, 'query').filter(({ parameter }) => parameter.required === true),
      ({ name }) => `query ${name}`,
      ({ index }, operation) => {
        draftAt(operation, ['parameters', index]).required = false
      },
    ),
  }),
  DR10: ({ node }) =>
    when(node.requestBody !== undefined, 'operation', operation => {
      for (const media of Object.values(draftAt(operation, ['requestBody', 'content']))) {
        const schema = draftAt(media as Draft, ['schema'])
        schema.required = [...listAt(schema.required), 'captcha']
        Object.assign(draftAt(schema, ['properties']), { captcha: { type: 'string' } })
      }
    }),
  DR12: location => ({
    ...each(
      getFields(location),
      ({ name }) => `body ${name} ignored`,
      // A Pydantic model ignores unknown fields by default.
      (field, operation) => delete removeField(operation, field).additionalProperties,
    ),
    ...each(
      getFields(location),
      ({ name }) => `body ${name} refused`,
      (field, operation) => {
        removeField(operation, field).additionalProperties = false
      },
    ),
  }),
  DR17: ({ node }) =>
    when(node.requestBody !== undefined, 'operation', operation => {
      const body = draftAt(operation, ['requestBody'])
      const [[type, media] = ['', {}]] = Object.entries(objectAt(body.content))
      const isJson = type === 'application/json'
      body.content = { [isJson ? 'application/x-www-form-urlencoded' : 'application/json']: media }
    }),
  DR18: location =>
    each(
      getFields(location).filter(({ type }) => type === 'multipart/form-data'),
      ({ name }) => `body ${name}`,
      ({ type, name }, operation) => {
        const other = name.endsWith('s') ? name.slice(0, -1) : `${name}_content`
        const schema = bodySchema(operation, type)
        schema.properties = renameKey(draftAt(schema, ['properties']), name, other)
        schema.required = listAt(schema.required).map(one => (one === name ? other : one))
      },
    ),
  DR39: location =>
    each(
      getSuccesses(location).filter(({ type = 'application/json' }) => type === 'application/json'),
      byStatus,
      (response, operation) => {
        const nothing = { type: 'null' }
        if (response.type === undefined) addBody(operation, response, nothing)
        else setContent(operation, response, response.type, nothing)
      },
    ),
  DR40: location =>
    each(getSuccesses(location), byStatus, ({ status }, operation) => {
      const other = status === '200' ? '201' : '202'
      operation.responses = renameKey(draftAt(operation, ['responses']), status, other)
    }),
  DR41: location =>
    each(
      getSuccesses(location).filter(({ type }) => type === undefined),
      byStatus,
      (response, operation) => addBody(operation, response, object({ ok: { type: 'boolean' } })),
    ),
  DR46: location =>
    each(
      getResponses(location, status => status >= 400 && status !== 422).filter(one =>
        isObject(getDetail(one)),
      ),
      byStatus,
      (response, operation) =>
        setContent(operation, response, 'application/json', object({ message: { type: 'string' } })),
    ),
  DR49: location =>
    each(
      getResponses(location, status => status === 422),
      byStatus,
      (response, operation) => {
        const texts = { type: 'array', items: { type: 'string' } }
        const errors = { type: 'object', additionalProperties: texts }
        setContent(operation, response, 'application/json', object({ errors }))
      },
    ),
  DR51: location =>
    each(
      getSuccesses(location).filter(({ type }) => type !== undefined),
      byStatus,
      (response, operation) => {
        const isJson = response.type === 'application/json'
        setContent(operation, response, isJson ? 'text/plain' : 'application/x-openvpn-profile')
      },
    ),
  DR53: location =>
    each(
      getResponses(location, () => true).filter(one => getDisposition(one) !== undefined),
      byStatus,
      (response, operation) => {
        delete draftAt(operation, ['responses', response.status, 'headers'])[getDisposition(response) ?? '']
      },
    ),
  DR54: location =>
    each(
      getSuccesses(location).filter(({ type }) => type === 'application/octet-stream'),
      byStatus,
      (response, operation) => {
        const file = object({ content: { type: 'string' }, filename: { type: 'string' } })
        setContent(operation, response, 'application/json', file)
      },
    ),
  DR58: ({ node }) =>
    when(Array.isArray(node.security) && node.security.length === 0, 'security', operation => {
      operation.security = [{ bearer: [] }]
    }),
  DR59: ({ node }) =>
    when(listAt(node.security).length > 0, 'security', (operation, document) => {
      const token = { type: 'apiKey', in: 'header', name: 'X-Token' }
      Object.assign(draftAt(document, ['components', 'securitySchemes']), { token })
      operation.security = [{ token: [] }]
    }),
}

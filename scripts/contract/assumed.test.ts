import { expect, test } from 'vitest'
import { loadDocument, operationsOf, type Schema } from './contract-shape'
import { specCalls } from './spec-calls'

/** Fields that `spec-calls.ts` lists outside of its calls. */
const shownElsewhere: Record<string, string[]> = {
  listGroups: ['hide_leaderboard'],
  getTask: ['visible'],
  startLab: ['status'],
  stopLab: ['status'],
  getLabStatus: ['status'],
}

/** Paths of all fields without `x-assumed`; `[]` steps into a list. */
function unmarkedFields(schema: Schema | undefined, path = ''): string[] {
  if (!schema || schema['x-assumed']) return []
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => !field['x-assumed'])
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...fields.flatMap(([name, field]) => [`${path}${name}`, ...unmarkedFields(field, `${path}${name}.`)]),
    ...parts.flatMap(part => unmarkedFields(part, path)),
    ...unmarkedFields(schema.items, path === '' ? '' : `${path.slice(0, -1)}[].`),
  ]
}

const operations = operationsOf(await loadDocument()).filter(({ operation }) => !operation['x-assumed'])

test.each(operations)('$method $path marks what spec-calls.ts does not list', found => {
  const { method, path, operation } = found
  const call = specCalls.find(one => one.method === method && one.path === path)
  const others = Object.values(call?.otherAnswers ?? {}).flat()
  const listed = [...(call?.body ?? []), ...(call?.response ?? []), ...others]
  const shown = new Set([...listed, ...(shownElsewhere[operation.operationId] ?? [])])
  const answers = Object.values(operation.responses).filter(answer => !answer['x-assumed'])
  const contents = [operation.requestBody, ...answers].flatMap(part => Object.values(part?.content ?? {}))
  expect(contents.flatMap(({ schema }) => unmarkedFields(schema)).filter(path => !shown.has(path))).toEqual(
    [],
  )
})

test('marks every error response, since spec-calls.ts does not map details to statuses', () => {
  const errors = operations.flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses)
      .filter(([status, answer]) => status >= '400' && !answer['x-assumed'])
      .map(([status]) => `${operationId} ${status}`),
  )
  // `spec-calls.ts` lists this response.
  expect(errors).toEqual(['uploadToLms 404'])
})

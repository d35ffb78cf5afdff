import { expect, test } from 'vitest'
import { loadDocument, operationsOf, type Schema } from './contract-shape'
import { specCalls } from './spec-calls'

/** What the specification shows in sections 3 and 4, beside the fields that the list of calls names. */
const shownElsewhere: Record<string, string[]> = {
  listGroups: ['hide_leaderboard'],
  getTask: ['visible'],
  startLab: ['status'],
  stopLab: ['status'],
  getLabStatus: ['status'],
}

/** The ways to all fields that are not marked, however deep; `[]` steps into a list. */
function unmarked(schema: Schema | undefined, way = ''): string[] {
  if (!schema || schema['x-assumed']) return []
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => !field['x-assumed'])
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]
  return [
    ...fields.flatMap(([name, field]) => [`${way}${name}`, ...unmarked(field, `${way}${name}.`)]),
    ...parts.flatMap(part => unmarked(part, way)),
    ...unmarked(schema.items, way === '' ? '' : `${way.slice(0, -1)}[].`),
  ]
}

const operations = operationsOf(await loadDocument()).filter(({ operation }) => !operation['x-assumed'])

test.each(operations)('$method $path marks what the specification does not show', found => {
  const { method, path, operation } = found
  const call = specCalls.find(one => one.method === method && one.path === path)
  const others = Object.values(call?.otherAnswers ?? {}).flat()
  const listed = [...(call?.body ?? []), ...(call?.answer ?? []), ...others]
  const shown = new Set([...listed, ...(shownElsewhere[operation.operationId] ?? [])])
  const answers = Object.values(operation.responses).filter(answer => !answer['x-assumed'])
  const contents = [operation.requestBody, ...answers].flatMap(part => Object.values(part?.content ?? {}))
  expect(contents.flatMap(({ schema }) => unmarked(schema)).filter(way => !shown.has(way))).toEqual([])
})

test('which detail goes with which status is not shown, so every refusal is marked', () => {
  const refusals = operations.flatMap(({ operation: { operationId, responses } }) =>
    Object.entries(responses)
      .filter(([status, answer]) => status >= '400' && !answer['x-assumed'])
      .map(([status]) => `${operationId} ${status}`),
  )
  // The specification says itself that this one is an answer (section 7).
  expect(refusals).toEqual(['uploadToLms 404'])
})

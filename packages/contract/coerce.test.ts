import { expect, test } from 'vitest'
import { coerceForm, coerceHeaders, coerceParams, coerceQuery } from './coerce'
import { findIssues, type Issue } from './json-schema'
import type { Operation } from './operation'
import { loadTorture, operationIn } from './validator/test-exchanges'

const contract = loadTorture()

const print = ({ path, keyword }: Issue) => `/${path.join('/')} ${keyword}`

/** What the schemas of the parameters forbid, and the required ones that are missing. */
function problems(
  { parameters }: Operation,
  place: 'path' | 'query' | 'header',
  values: Readonly<Record<string, unknown>>,
): string[] {
  return parameters
    .filter(one => one.in === place)
    .flatMap(({ name, required, schema }) => {
      const key = place === 'header' ? name.toLowerCase() : name
      const value = values[key]
      if (value === undefined) return required ? [`/${key} required`] : []
      return findIssues(schema, value, contract.schemas).map(one =>
        print({ ...one, path: [key, ...one.path] }),
      )
    })
}

test.each([
  ['deep=true', { limit: 10, deep: true }, []],
  [
    'deep=true&limit=50&kind=red&kind=green&code=007',
    { limit: 50, kind: ['red', 'green'], code: '007', deep: true },
    [],
  ],
  ['deep=1', { limit: 10, deep: '1' }, ['/deep type']],
  [
    'deep=false&limit=51&kind=blue',
    { limit: 51, kind: ['blue'], deep: false },
    ['/limit maximum', '/kind/0 enum'],
  ],
  ['deep=false&limit=1e1', { limit: '1e1', deep: false }, ['/limit type']],
  ['deep=false&since=2026-01-01', { limit: 10, deep: false, since: '2026-01-01' }, ['/since format']],
  ['unknown=1', { limit: 10 }, ['/deep required']],
])('coerces the query %s by schema, then validates it', (search, values, expected) => {
  const operation = operationIn(contract, 'listThings')
  const query = coerceQuery(operation, new URLSearchParams(search))
  expect(query).toEqual(values)
  expect(problems(operation, 'query', query)).toEqual(expected)
})

test.each([
  ['7', 7, []],
  ['0', 0, ['/thing_id minimum']],
  ['007', '007', ['/thing_id type']],
  ['..', '..', ['/thing_id type']],
  ['', '', ['/thing_id type']],
])('the path parameter %j becomes %j', (given, value, expected) => {
  const operation = operationIn(contract, 'deleteThing')
  const params = coerceParams(operation, { thing_id: given })
  expect(params).toEqual({ thing_id: value })
  expect(problems(operation, 'path', params)).toEqual(expected)
})

test('validates headers by their lower-case names', () => {
  const operation = operationIn(contract, 'listThings')
  const find = (headers: Record<string, string>) =>
    problems(operation, 'header', coerceHeaders(operation, new Headers(headers)))
  expect(find({ 'X-Trace': '8c9a3a1e-55c1-4b5e-9c1f-0d8f3b5d9e10' })).toEqual([])
  expect(find({ 'X-Trace': '1' })).toEqual(['/x-trace format'])
  expect(find({})).toEqual(['/x-trace required'])
})

test.each<[string, (form: FormData) => void, string[]]>([
  ['a whole form', () => {}, []],
  ['a text part with too much', form => form.set('text', 'x'.repeat(21)), ['/text maxLength']],
  ['no file', form => form.delete('files'), ['/files required']],
  ['three files', form => addFiles(form, 2), ['/files maxItems']],
  ['a count that is none', form => form.set('count', 'many'), ['/count type']],
])('a form with %s', (_, change, expected) => {
  const form = new FormData()
  form.set('text', '🚩'.repeat(20))
  form.set('count', '3')
  form.append('tags', 'a')
  addFiles(form, 1)
  change(form)
  const operation = operationIn(contract, 'createThing')
  const values = coerceForm(operation, form, contract.schemas)
  const issues = findIssues(operation.body?.schema ?? {}, values, contract.schemas)
  // Files are no JSON.
  expect(issues.map(print).filter(text => !/^\/files\/\d/.test(text))).toEqual(expected)
})

function addFiles(form: FormData, count: number): void {
  for (let index = 0; index < count; index++) form.append('files', new File(['x'], `${index}.png`))
}

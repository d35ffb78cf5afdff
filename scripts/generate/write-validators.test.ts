import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { validateRequest, validateResponse } from '../../mocks/validators.gen'
import { coerceForm, coerceHeaders, coerceParams, coerceQuery } from '../lib/coerce'
import { loadTorture, operationIn } from '../lib/validator/test-exchanges'
import { writeValidators } from './write-validators'

type Validators = { validateRequest: typeof validateRequest; validateResponse: typeof validateResponse }

const contract = loadTorture()
const folder = mkdtempSync(join(tmpdir(), 'validators-'))
let text = ''
let validators: Validators

beforeAll(async () => {
  text = writeValidators(contract)[0]?.text ?? ''
  const path = join(folder, 'validators.gen.mjs')
  writeFileSync(path, text)
  validators = (await import(/* @vite-ignore */ path)) as Validators
})
afterAll(() => rmSync(folder, { recursive: true }))

test('the script needs no import, no require and no eval', () => {
  expect(text).not.toMatch(/\brequire\s*\(|\bimport\b|new Function|\beval\b/)
})

function problems(
  id: string,
  part: 'params' | 'query' | 'headers' | 'body',
  data: unknown,
): string[] | undefined {
  const validate = validators.validateRequest[id]?.[part]
  if (!validate) return undefined
  return validate(data) ? [] : (validate.errors ?? []).map(error => `${error.instancePath} ${error.keyword}`)
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
  ['unknown=1', { limit: 10 }, [' required']],
])('coerces the query %s by schema, then validates it', (search, values, expected) => {
  const query = coerceQuery(operationIn(contract, 'listThings'), new URLSearchParams(search))
  expect(query).toEqual(values)
  expect(problems('listThings', 'query', query)).toEqual(expected)
})

test.each([
  ['7', 7, []],
  ['0', 0, ['/thing_id minimum']],
  ['007', '007', ['/thing_id type']],
  ['..', '..', ['/thing_id type']],
  ['', '', ['/thing_id type']],
])('the path parameter %j becomes %j', (given, value, expected) => {
  const params = coerceParams(operationIn(contract, 'deleteThing'), { thing_id: given })
  expect(params).toEqual({ thing_id: value })
  expect(problems('deleteThing', 'params', params)).toEqual(expected)
})

test('validates headers by their lower-case names', () => {
  const read = (headers: Record<string, string>) =>
    coerceHeaders(operationIn(contract, 'listThings'), new Headers(headers))
  expect(
    problems('listThings', 'headers', read({ 'X-Trace': '8c9a3a1e-55c1-4b5e-9c1f-0d8f3b5d9e10' })),
  ).toEqual([])
  expect(problems('listThings', 'headers', read({ 'X-Trace': '1' }))).toEqual(['/x-trace format'])
  expect(problems('listThings', 'headers', read({}))).toEqual([' required'])
})

test.each<[string, (form: FormData) => void, string[]]>([
  ['a whole form', () => {}, []],
  ['a text part with too much', form => form.set('text', 'x'.repeat(21)), ['/text maxLength']],
  ['no file', form => form.delete('files'), [' required']],
  ['three files', form => addFiles(form, 2), ['/files maxItems']],
  ['a count that is none', form => form.set('count', 'many'), ['/count type']],
])('a form with %s', (_, change, expected) => {
  const form = new FormData()
  form.set('text', '🚩'.repeat(20))
  form.set('count', '3')
  form.append('tags', 'a')
  addFiles(form, 1)
  change(form)
  expect(
    problems('createThing', 'body', coerceForm(operationIn(contract, 'createThing'), form, contract.schemas)),
  ).toEqual(expected)
})

function addFiles(form: FormData, count: number): void {
  for (let index = 0; index < count; index++) form.append('files', new File(['x'], `${index}.png`))
}

test.each([
  [{ label: 'new' }, []],
  [{ label: null }, []],
  [{}, [' minProperties']],
  [{ label: 'a b' }, ['/label pattern']],
  [{ visible: 'yes' }, ['/visible type']],
  [{ visible: true, other: 1 }, [' additionalProperties']],
])('the PATCH body %j', (body, expected) => {
  expect(problems('changeThing', 'body', body)).toEqual(expected)
})

test('responses without JSON or text and missing parts have no validator', () => {
  expect(Object.keys(validators.validateResponse.downloadThing ?? {})).toEqual([])
  expect(Object.keys(validators.validateResponse.deleteThing ?? {})).toEqual([])
  expect(Object.keys(validators.validateResponse.changeThing ?? {})).toEqual(['200', '403'])
  expect(Object.keys(validators.validateRequest.readNotes ?? {})).toEqual([])
})

test.each([
  [403, { detail: 'locked' }, true],
  [403, { detail: 'too long' }, false],
  [200, { id: 1, score: 9, label: 'flag' }, true],
  [200, { id: 1, score: 9.5, label: 'flag' }, false],
  [200, { id: 1, score: 9, label: 'long label' }, false],
  [200, { id: 1, score: 9, label: 'long label', extra: 'x' }, true],
  [200, { id: 1, score: 9, label: 'long label', extra: 'too long' }, false],
])('the answer %i %j is valid: %s', (status, body, isValid) => {
  expect(validators.validateResponse.changeThing?.[status]?.(body)).toBe(isValid)
})

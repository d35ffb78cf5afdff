import ts from 'typescript'
import { expect, test } from 'vitest'
import { hashTypes } from './schema-hash'
import { schemaProperties, withoutProperties } from './schema-properties'

const text = `export interface components {
    schemas: {
        /** @description A user. */
        User: { name: string; "first-name"?: string };
        Group: components["schemas"]["User"] & {
            exam?: { hours: number };
            tasks: { title: string }[];
        };
        Kind: "a" | "b";
    };
}
export interface operations {
    startLab: {
        responses: {
            200: { content: { "application/json": components["schemas"]["User"] } };
            409: { content: { "application/json": { detail: string } | { detail: "x"; running?: string } } };
        };
    };
}`
const properties = schemaProperties(ts.createSourceFile('a.ts', text, ts.ScriptTarget.ES2022, true))
const keys = properties.map(({ key }) => key)

test('names properties by their schema and path', () =>
  expect(keys).toEqual([
    'User/name',
    'User/first-name',
    'Group/exam',
    'Group/exam/hours',
    'Group/tasks',
    'Group/tasks/*/title',
    'startLab 409/detail',
    'startLab 409/running',
  ]))

test('removes a property everywhere and changes nothing else', () => {
  const taken = properties.filter(({ key }) => key === 'startLab 409/detail')
  const rest = withoutProperties(text, taken)
  expect(rest).toHaveLength(text.length)
  expect(rest.replaceAll(' ', '')).toBe(
    text.replace('detail: string', '').replace('detail: "x";', '').replaceAll(' ', ''),
  )
})

test('a new type changes the hash, a new description does not', () => {
  expect(hashTypes(text.replace('A user.', 'Another\n * user.'))).toBe(hashTypes(text))
  expect(hashTypes(text.replace('hours: number', 'hours: string'))).not.toBe(hashTypes(text))
})

import ts from 'typescript'
import { expect, test } from 'vitest'
import { hashOfTypes } from './schema-hash'
import { schemaProperties, withoutProperties } from './schema-properties'

const text = `export interface components {
    schemas: {
        /** @description A person. */
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

test('properties are named by their owner and the way to them', () =>
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

test('a property is taken out wherever it stands, and nothing else moves', () => {
  const taken = properties.filter(({ key }) => key === 'startLab 409/detail')
  const rest = withoutProperties(text, taken)
  expect(rest).toHaveLength(text.length)
  expect(rest.replaceAll(' ', '')).toBe(
    text.replace('detail: string', '').replace('detail: "x";', '').replaceAll(' ', ''),
  )
})

test('a reworded description changes no hash, another type does', () => {
  expect(hashOfTypes(text.replace('A person.', 'Somebody\n * else.'))).toBe(hashOfTypes(text))
  expect(hashOfTypes(text.replace('hours: number', 'hours: string'))).not.toBe(hashOfTypes(text))
})

import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020'
import { expect, test } from 'vitest'
import { configRows, readConfig } from './config'
import { readOptions } from './options'

const schema = JSON.parse(readFileSync(new URL('../drift.schema.json', import.meta.url), 'utf8'))
const url = 'https://stage.example/api'
const read = (config: unknown, argv: string[] = [], env = {}) =>
  readOptions(argv, env, () => JSON.stringify(config))

test('the configuration takes the options by name', () => {
  const config = {
    $schema: 'node_modules/flagship-drift/drift.schema.json',
    url,
    seed: 7,
    wait: 60,
    quiet: true,
    skip: ['lms', 'getTask'],
    'fail-on': 'breaking',
  }
  expect(new Ajv2020({ strict: false }).validate(schema, config)).toBe(true)
  expect(read(config)).toMatchObject({
    url,
    seed: 7,
    waitSeconds: 60,
    isQuiet: true,
    skip: ['lms', 'getTask'],
    failOn: 'breaking',
  })
})

test('the schema names the options of the configuration', () => {
  const names = Object.keys(schema.properties).filter(name => !name.startsWith('$'))
  expect(names).toEqual(configRows.map(({ name }) => name))
})

test('the command line wins over the environment, and the environment over the configuration', () => {
  const other = 'https://other.example/api'
  expect(read({ url, seed: 7 }, ['--url', other, '--seed', '8'])).toMatchObject({ url: other, seed: 8 })
  expect(read({ url }, [], { CONTRACT_DRIFT_URL: other })).toMatchObject({ url: other })
  const logins = read({ url, 'login-env': 'ABSENT' }, ['--login', 'ann:word'])
  expect(logins).toMatchObject({ logins: { student: { username: 'ann' } } })
})

test.each([
  ['{', 'The configuration flagship-drift.json is not JSON.'],
  ['[]', 'must be an object'],
  ['{"basline":"x"}', 'There is no option "basline" in the configuration; did you mean "baseline"?'],
  ['{"login":"ann:word"}', '"login" belongs on the command line'],
  ['{"url":["a","b"]}', '"url" in the configuration takes one string or number'],
  ['{"quiet":"yes"}', '"quiet" in the configuration takes true or false'],
])('refuses %s', (text, sentence) => {
  expect(() => readConfig(text, {})).toThrow(sentence)
})

import { describe, expect, test } from 'vitest'
import { parseConfig } from './config'
import { parseLmsConfig } from './lms-config'

const whole = {
  contacts: [],
  legal: { updated: '2026-11-01', documents: [] },
}

const name = { ru: 'Портал', en: 'Portal' }

describe('accepts what the full schema accepts', () => {
  test.each<[string, unknown, boolean]>([
    ['a system', { name, login_url: 'https://lms.example/' }, true],
    ['one on this computer', { name, login_url: 'http://localhost:4000/login' }, true],
    ['none', undefined, false],
    ['null', null, false],
    ['a text', 'https://lms.example/', false],
    ['a name in one language', { name: { ru: 'Портал' }, login_url: 'https://lms.example/' }, false],
    ['an empty name', { name: { ru: ' ', en: 'Portal' }, login_url: 'https://lms.example/' }, false],
    ['no address', { name }, false],
    ['a script', { name, login_url: 'javascript:alert(1)' }, false],
    ['plain http', { name, login_url: 'http://lms.example/' }, false],
    ['a name in the address', { name, login_url: 'https://anna@lms.example/' }, false],
  ])('%s', (_, lms, isGood) => {
    expect(parseLmsConfig({ ...whole, lms }) !== null).toBe(isGood)
    const check = () => parseConfig({ ...whole, lms }).lms
    if (isGood) expect(check()).toEqual(parseLmsConfig({ ...whole, lms }))
    else if (lms !== undefined) expect(check).toThrow()
  })
  test.each([null, 4, 'text', []])('returns null for %j', value => expect(parseLmsConfig(value)).toBeNull())
})

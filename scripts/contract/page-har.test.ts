import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { SessionMask } from '../lib/masking/mask-session'
import type { Exchange } from '../lib/validator/exchange'
import {
  changedExchange,
  contract,
  page,
  withFields,
  withoutField,
  withRenamedField,
} from '../lib/validator/test-exchanges'
import { validateExchange } from '../lib/validator/validate-exchange'
import { writeHar } from '../lib/write-har'
import { runCommand } from './test-command'

const folder = mkdtempSync(join(tmpdir(), 'page-har-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = Date.parse('2026-11-22T05:00:00Z')
/** Pages cannot read `set-cookie`. */
const ofPage = (exchange: Exchange): Exchange => ({
  ...exchange,
  isSanitized: true,
  response: exchange.response && {
    ...exchange.response,
    headers: exchange.response.headers.filter(([name]) => name !== 'set-cookie'),
  },
})
const drifted = [
  changedExchange('getTask 200', { body: withoutField('title') }),
  changedExchange('getTask 200', { body: withFields({ access_token: 'secret-word-1' }) }),
  changedExchange('getTask 404', { body: page, headers: () => [['content-type', 'text/html']] }),
  changedExchange('listGroups 200', { milliseconds: 9000 }),
  changedExchange('login 200', { body: withRenamedField('access_token', 'token') }),
  changedExchange('getVpnConfig 200', { body: '{}', headers: () => [['content-type', 'application/json']] }),
  changedExchange('getWriteup 200', {}),
  { ...changedExchange('getTask 200', {}), response: null },
].map(ofPage)

test('finds the same drift in the HAR file of a page as the page itself', async () => {
  const session = new SessionMask(contract.document)
  for (const exchange of drifted) session.learn(exchange)
  const masked = drifted.map(exchange => session.mask(exchange))
  const file = join(folder, 'page.har')
  const text = writeHar(masked.map(exchange => ({ exchange, at })))
  writeFileSync(file, text)
  const { out, err } = await runCommand(undefined, '--har', file, '--format', 'json')
  const found: { driftId: string; operationId: string; place: string }[] = JSON.parse(out || err).findings
  const keyOf = (one: { driftId: string; operationId?: string; place: string }) =>
    `${one.driftId} ${one.operationId} ${one.place}`
  const own = drifted.flatMap(exchange => validateExchange(contract, exchange).map(keyOf))
  expect(own.length).toBeGreaterThan(5)
  expect(found.map(keyOf).toSorted()).toEqual([...new Set(own)].toSorted())
  expect(text).not.toMatch(/secret-word|Bearer/)
})

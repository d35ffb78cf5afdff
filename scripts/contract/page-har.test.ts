import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { changed, contract, given, page, renamed, without } from '../lib/judge/changed-exchange'
import type { Exchange } from '../lib/judge/exchange'
import { judgeExchange } from '../lib/judge/judge-exchange'
import { SessionMask } from '../lib/masking/mask-session'
import { writeHar } from '../lib/write-har'
import { runUntil } from './run-until'

const folder = mkdtempSync(join(tmpdir(), 'page-har-'))
afterAll(() => rmSync(folder, { recursive: true }))

const at = Date.parse('2026-11-22T05:00:00Z')
/** As a page sees them: no cookie of an answer ever. */
const ofPage = (exchange: Exchange): Exchange => ({
  ...exchange,
  isSanitized: true,
  response: exchange.response && {
    ...exchange.response,
    headers: exchange.response.headers.filter(([name]) => name !== 'set-cookie'),
  },
})
const drifted = [
  changed('getTask 200', { body: without('title') }),
  changed('getTask 200', { body: given({ access_token: 'secret-word-1' }) }),
  changed('getTask 404', { body: page, headers: () => [['content-type', 'text/html']] }),
  changed('listGroups 200', { milliseconds: 9000 }),
  changed('login 200', { body: renamed('access_token', 'token') }),
  changed('getVpnConfig 200', { body: '{}', headers: () => [['content-type', 'application/json']] }),
  changed('getWriteup 200', {}),
  { ...changed('getTask 200', {}), response: null },
].map(ofPage)

test('the drift check finds in the HAR of a page what the page has found', async () => {
  const session = new SessionMask(contract.document)
  for (const exchange of drifted) session.learn(exchange)
  const masked = drifted.map(exchange => session.mask(exchange))
  const file = join(folder, 'page.har')
  const text = writeHar(masked.map(exchange => ({ exchange, at })))
  writeFileSync(file, text)
  const { out, err } = await runUntil(undefined, '--har', file, '--format', 'json')
  const found: { driftId: string; operationId: string; place: string }[] = JSON.parse(out || err).findings
  const keyOf = (one: { driftId: string; operationId?: string; place: string }) =>
    `${one.driftId} ${one.operationId} ${one.place}`
  const own = drifted.flatMap(exchange => judgeExchange(contract, exchange).map(keyOf))
  expect(own.length).toBeGreaterThan(5)
  expect(found.map(keyOf).toSorted()).toEqual([...new Set(own)].toSorted())
  expect(text).not.toMatch(/secret-word|Bearer/)
})

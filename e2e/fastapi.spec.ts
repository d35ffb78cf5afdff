import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, Readable } from 'node:stream'
import { expect } from '@playwright/test'
import { startMockServer } from '../mocks/hosts/server/start'
import { isObject } from '../packages/contract/json'
import { loadContract } from '../packages/contract/load-contract'
import { resolveSchema, type SchemaNode, withoutNull } from '../packages/contract/schema-node'
import { findOperation } from '../packages/contract/validator/find-operation'
import { startPreview } from '../scripts/preview'
import { proxyRequest, proxyUpgrade } from '../scripts/preview/proxy'
import { labels } from './labels'
import { test as base, createControls, type Platform } from './platform'
import { enterFlags, expectSolved, findFlag, insideTasks, openTerminal, startLab } from './task-steps'
import { fillLogin } from './users'

interface FastapiStyle {
  url: string
  /** Requests that were redirected to the path with a trailing slash. */
  redirected(): string[]
  close(): Promise<void>
}

const contract = loadContract('openapi')

/**
 * A proxy before the mock server that responds like FastAPI by default: null for each unset optional field, whole
 * numbers with a fraction, unknown fields, its own details for 401 and 422, and a redirect to the path with a
 * trailing slash on the requested host.
 */
async function startFastapiStyle(mockUrl: string): Promise<FastapiStyle> {
  const mock = new URL(mockUrl)
  const redirected: string[] = []
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', mock)
    if (!pathname.startsWith('/api/')) return proxyRequest(request, response, mock)
    if (!pathname.endsWith('/')) {
      redirected.push(`${request.method} ${pathname}`)
      const location = `http://${request.headers.host}${pathname}/${search}`
      return response.writeHead(307, { Location: location }).end()
    }
    answer(request, response, `${mockUrl}${pathname.slice(0, -1)}${search}`).catch(() => response.destroy())
  })
  // The server itself closes no connection that became a terminal's.
  const terminals = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    terminals.add(socket)
    proxyUpgrade(request, socket, head, mock)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    redirected: () => redirected,
    close: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of terminals) socket.destroy()
      await closed
    },
  }
}

const connectionHeaders = /^(?:host|connection|keep-alive|transfer-encoding|content-length|expect)$/

async function answer(request: IncomingMessage, target: ServerResponse, url: string): Promise<void> {
  const { method = 'GET' } = request
  const headers = Object.entries(request.headers).filter(([name]) => !connectionHeaders.test(name))
  const hasBody = method !== 'GET' && method !== 'HEAD'
  const response = await fetch(url, {
    method,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, String(value)])),
    ...(hasBody && { body: Readable.toWeb(request), duplex: 'half' }),
  } as RequestInit)
  for (const [name, value] of response.headers)
    if (name !== 'set-cookie' && !connectionHeaders.test(name)) target.setHeader(name, value)
  target.setHeader('Set-Cookie', response.headers.getSetCookie())
  if (response.status === 401) target.setHeader('WWW-Authenticate', 'Bearer')
  const isJson = response.headers.get('content-type')?.includes('json')
  if (!isJson) {
    target.writeHead(response.status).end(Buffer.from(await response.arrayBuffer()))
    return
  }
  const found = findOperation(contract, method, url)
  const responses = found.kind === 'found' ? found.operation.responses : []
  const documented = responses.find(({ status }) => status === response.status)
  const body = inStyle(await response.json(), documented?.schema ?? {})
  const text = asFloats(response.status >= 400 ? inErrorStyle(body) : body)
  target.writeHead(response.status).end(text)
}

/** Sets every missing optional property to null and adds an unknown one. */
function inStyle(value: unknown, schema: SchemaNode): unknown {
  const node = resolveSchema(withoutNull(schema), contract.schemas)
  const [branch] = node.anyOf ?? []
  const parts = [...(branch ? [branch] : []), ...(node.allOf ?? [])].map(part =>
    resolveSchema(part, contract.schemas),
  )
  if (Array.isArray(value)) return value.map(item => inStyle(item, node.items ?? {}))
  if (!isObject(value)) return value
  // The empty object that means "no further hint".
  if (Object.keys(value).length === 0) return null
  const properties = [node, ...parts].flatMap(part => Object.entries(part.properties ?? {}))
  const unset = properties.filter(([name]) => !Object.hasOwn(value, name)).map(([name]) => [name, null])
  const known = new Map(properties)
  const set = Object.entries(value).map(([name, child]) => [name, inStyle(child, known.get(name) ?? {})])
  return Object.fromEntries([...set, ...unset, ['sa_instance_state', { loaded: [1, null] }]])
}

/** The framework's own error bodies. */
function inErrorStyle(body: unknown): unknown {
  if (!isObject(body)) return body
  const { detail } = body
  if (detail === 'No token provided') return { detail: 'Not authenticated' }
  if (!Array.isArray(detail)) return { detail }
  return {
    detail: detail.map(issue => ({ ...issue, input: null, url: 'https://errors.example/2/v/missing' })),
  }
}

/** JSON in which `100` is written `100.0`. */
function asFloats(body: unknown): string {
  const text = JSON.stringify(body, (_, value) =>
    Number.isInteger(value) ? `\u0001${value}.0\u0001` : value,
  )
  return text.replaceAll(/"\\u0001([^"\\]+)\\u0001"/g, '$1')
}

/** A backend that responds like FastAPI by default, behind the site. */
const test = base.extend<{ backend: { api: FastapiStyle; platform: Platform } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the first parameter.
  backend: async ({}, use) => {
    const mock = await startMockServer()
    const api = await startFastapiStyle(mock.url)
    const site = await startPreview({ apiUrl: api.url, paymentOrigins: [mock.url] })
    await use({ api, platform: createControls(site.url, mock) })
    await site.close()
    await api.close()
    await mock.close()
  },
  baseURL: ({ backend }, use) => use(backend.platform.url),
})

const style = 'nulls, 100.0, redirects to the slash with the inner host, unknown fields, lists in 422'

test(`FastAPI style (${style}): sign in, group, task, lab with its terminal, a wrong and the right flag`, async ({
  page,
  backend: { api, platform },
  tripwires,
}) => {
  // The console lists each failed request, also those of groups that are not open.
  tripwires.allowConsole(/status of 4(01|03|09|22)/)
  const { group, task, address } = insideTasks.ru
  await page.goto(`/group/${group}`)
  await fillLogin(page, 'student')
  await page.locator(`a[href="${address}"]`).first().click()
  await startLab(page, platform, 'ru')
  await openTerminal(page, 'ru')
  const flag = await findFlag(page, insideTasks.ru)
  expect([flag]).toEqual(platform.getFlags('student', group, task))
  await enterFlags(page, 'ru', 'flag{not_this_one}')
  await expect(page.getByText(labels.ru.wrongFlag).first()).toBeVisible()
  await enterFlags(page, 'ru', flag)
  await expectSolved(page, 'ru')
  await page.getByRole('banner').getByRole('link', { name: labels.ru.myEducation }).click()
  await expect(page).toHaveURL(/\/groups$/)
  await expect(page.locator('main')).not.toContainText(/null|undefined|NaN|\.0\b/)
  // Redirects stay on the site: the tripwires saw no other host.
  expect(api.redirected()).toEqual(
    expect.arrayContaining([
      'POST /api/auth/login',
      `GET /api/groups/${group}/tasks/${task}`,
      'POST /api/deploy',
      'POST /api/pass_flag',
    ]),
  )
})

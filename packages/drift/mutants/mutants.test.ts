import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { createPlatformServer } from '../../../mocks/hosts/server/platform-server'
import { personaPassword } from '../../../mocks/platform/personas'
import { createPausedDb } from '../../../mocks/test-platform'
import { loadContract } from '../../contract/load-contract'
import { driftedServer, type Server } from './drifted-server'
import type { Mutant } from './mutant'
import { enumerateMutants, findMutant, operators } from './mutants'

const contract = loadContract(fileURLToPath(new URL('../../../openapi', import.meta.url)))
const mutants = enumerateMutants(contract, 1)
const origin = 'http://127.0.0.1:4010'

/** Sends one request as the student to a platform with a new database. */
async function send(mutant: Mutant | undefined, method: string, path: string, body?: unknown) {
  const { startedAt } = createPausedDb()
  const { handle: answer } = createPlatformServer(origin, { startedAt, clockAnchor: 0, machineNow: () => 0 })
  const server: Server = mutant ? driftedServer(mutant, answer, { contract }) : answer
  const json = { 'content-type': 'application/json', origin: 'http://localhost:3000' }
  const login = new Request(`${origin}/api/auth/login`, {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ username: 'student', password: personaPassword }),
  })
  const { access_token = '' } = (await (await answer(login)).json()) as { access_token?: string }
  const headers = { ...json, ...(!path.startsWith('/auth/') && { authorization: `Bearer ${access_token}` }) }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await server(new Request(`${origin}/api${path}`, { method, headers, ...sent }))
  return { status: response.status, headers: [...response.headers], body: await response.text() }
}

const find = (id: string) => findMutant(mutants, id, 1)

describe('mutation operators', () => {
  it('each have a target, and every mutant a unique id', () => {
    const classes = new Set(mutants.map(({ driftId }) => driftId))
    expect(operators.filter(([driftId]) => !classes.has(driftId))).toEqual([])
    expect(new Set(mutants.map(({ id }) => id)).size).toBe(mutants.length)
  })

  it('find the same targets for every seed', () => {
    const ids = mutants.map(({ id }) => id)
    expect(enumerateMutants(contract, 'another').map(({ id }) => id)).toEqual(ids)
    expect(ids).toContain('DR21:getGroup:200:/hide_leaderboard')
    expect(ids).toContain('DR24:getGroup:200:/categories/*/tasks/*/title')
  })

  it('can be selected by class, by class and operation, and by id', () => {
    expect(find('DR27').driftId).toBe('DR27')
    expect(find('DR27:getTask').operationId).toBe('getTask')
    expect(() => find('DR99')).toThrow('There is no drift DR99')
  })
})

const student = { username: 'student', password: personaPassword }

describe('a mutated server', () => {
  it.each([
    ['DR01:getGroup:operation', 'GET', '/groups/1'],
    ['DR08:getGroup:query', 'GET', '/groups/1'],
    ['DR10:login:body', 'POST', '/auth/login', student],
    ['DR11:login:body:/password', 'POST', '/auth/login', student],
    ['DR14:login:body:/username', 'POST', '/auth/login', { ...student, username: 'a'.repeat(254) }],
    ['DR17:login:body media type', 'POST', '/auth/login', student],
    ['DR19:login:body:/password missing', 'POST', '/auth/login', { username: 'student' }],
    ['DR21:getGroup:200:/hide_leaderboard', 'GET', '/groups/1'],
    ['DR23:getTask:200:/category_name', 'GET', '/groups/1/tasks/101'],
    ['DR24:getGroup:200:/categories/*/tasks/*/title', 'GET', '/groups/1'],
    ['DR25:listGroups:200:/*/tasks_total', 'GET', '/groups'],
    ['DR27:getTask:200:/difficulty', 'GET', '/groups/1/tasks/101'],
    ['DR29:getLeaderboard:200:/updated_at', 'GET', '/leaderboard/group/1'],
    ['DR32:listGroups:200:', 'GET', '/groups'],
    ['DR34:listGroups:200:/*', 'GET', '/groups'],
    ['DR35:getGroup:200:', 'GET', '/groups/1'],
    ['DR43:login:401', 'POST', '/auth/login', { ...student, password: 'wrong' }],
    ['DR47:login:401:Incorrect username or password', 'POST', '/auth/login', { ...student, password: 'no' }],
    ['DR53:getVpnConfig:200:missing', 'GET', '/user/vpn_config'],
    ['DR55:login:200:renamed', 'POST', '/auth/login', student],
    ['DR59:all:bearer', 'GET', '/groups'],
    ['DR06:getGroup:path:id', 'GET', '/groups/1'],
    ['DR12:login:body:/password refused', 'POST', '/auth/login', student],
    ['DR22:getGroup:200:/categories/*/tasks/*/difficulty', 'GET', '/groups/1'],
    ['DR26:getGroup:200:/hide_leaderboard', 'GET', '/groups/1'],
    ['DR30:getLeaderboard:200:/updated_at', 'GET', '/leaderboard/group/1'],
    ['DR31:login:200:/user/email', 'POST', '/auth/login', student],
    ['DR36:getGroup:200:/tasks_total minimum', 'GET', '/groups/1'],
    ['DR39:listGroups:200', 'GET', '/groups'],
    ['DR41:hideProfile:204', 'DELETE', '/user/profile/shared'],
    ['DR44:login:401:Incorrect username or password', 'POST', '/auth/login', { ...student, password: 'no' }],
    ['DR48:login:401:Incorrect username or password', 'POST', '/auth/login', { ...student, password: 'no' }],
    ['DR50:login:401', 'POST', '/auth/login', { ...student, password: 'no' }],
    ['DR52:listGroups:200', 'GET', '/groups'],
    ['DR54:getVpnConfig:200', 'GET', '/user/vpn_config'],
    ['DR56:login:200:SameSite', 'POST', '/auth/login', student],
    ['DR60:refreshSession:access token needed', 'POST', '/auth/refresh'],
    ['DR63:getLeaderboard:200:/rows order', 'GET', '/leaderboard/group/1'],
    ['DR66:all:credentials lost', 'OPTIONS', '/groups'],
    ['DR67:listGroups:200:caching', 'GET', '/groups'],
  ])('%s changes the response', async (id, method, path, body?) => {
    const mutant = mutants.find(one => one.id === id)
    expect(mutant).toBeDefined()
    expect(await send(mutant, method, path, body)).not.toEqual(await send(undefined, method, path, body))
  })

  it('leaves unrelated responses unchanged', async () => {
    const mutant = find('DR21:getGroup:200:/hide_leaderboard')
    expect(await send(mutant, 'GET', '/groups')).toEqual(await send(undefined, 'GET', '/groups'))
  })
})

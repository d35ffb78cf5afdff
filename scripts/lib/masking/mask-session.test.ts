import { expect, test } from 'vitest'
import type { Exchange } from '../validator/exchange'
import { changedExchange, contract } from '../validator/test-exchanges'
import { validateExchange } from '../validator/validate-exchange'
import { SessionMask } from './mask-session'

const json = ['content-type', 'application/json'] as const
const exchangeOf = (path: string, body: unknown, headers: Exchange['request']['headers'] = []): Exchange => ({
  request: { method: 'GET', url: `https://stage.example/api${path}`, headers: [] },
  response: {
    status: 200,
    headers: [json, ...headers],
    body: new TextEncoder().encode(JSON.stringify(body)),
  },
})
const textOf = ({ request, response }: Exchange) =>
  `${request.url} ${response?.headers} ${new TextDecoder().decode(response?.body)}`

const masked = (...exchanges: Exchange[]) => {
  const session = new SessionMask(contract.document)
  for (const exchange of exchanges) session.learn(exchange)
  return exchanges.map(exchange => session.mask(exchange))
}

test('masks names and secrets of one response in every other one', () => {
  const rows = [
    { username: 'ivanov', first_name: 'Пётр', surname: 'Иванов' },
    { username: 'user', last_name: 'Title' },
  ]
  const texts = masked(
    exchangeOf('/groups/1?search=%D0%98%D0%B2%D0%B0%D0%BD%D0%BE%D0%B2', {
      reason: 'Ivanov (Иванов, Пётр) used k3Vd9-word; a corpus of 7.',
      detail: 'user not exists',
    }),
    exchangeOf('/leaderboard/group/1', { rows, access_token: 'k3Vd9-word', flags: ['title', 'FLAG{x}'] }),
    exchangeOf('/groups/2', { title: 'FLAG{x}', status: 'user' }),
    exchangeOf('/user/vpn_config', {}, [
      ['content-disposition', 'attachment; filename="flagship-ivanov.ovpn"'],
    ]),
  ).map(textOf)
  expect(texts.join('\n')).not.toMatch(/ivanov|Иванов|%D0%98|Пётр|k3Vd9|FLAG\{x|flagship/i)
  expect(texts[0]).toMatch(/ used .*; a corpus of 7\.","detail":"user not exists"/)
  expect(texts[2]).toContain('"title":')
  expect(texts[3]).toContain('attachment; filename="aaaaaaaa-aaaaaa.ovpn"')
})

test('masked responses stay valid', () => {
  const exchanges = contract.operations.flatMap(({ operationId, responses }) =>
    responses.map(({ status }) => changedExchange(`${operationId} ${status}`, {})),
  )
  const found = masked(...exchanges).flatMap(exchange =>
    validateExchange(contract, { ...exchange, isSanitized: true }),
  )
  expect(found.map(({ operationId, place }) => `${operationId} ${place}`)).toEqual([])
})

import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Exchange } from '../../packages/contract/validator/exchange'
import { startI18n } from '../i18n/init'
import { setClock } from '../lib/clock'
import { captureDownloads } from '../test/capture-downloads'
import { observedExchanges } from './observe/observed-exchanges'
import { validate } from './observe/validate'
import { ContractSection } from './panel/contract-section'
import { JournalSection } from './panel/journal-section'
import { RecordSection } from './panel/record-section'
import { recorder } from './panel/recorder'

const answer = (body: unknown): Exchange => ({
  request: {
    method: 'GET',
    url: 'http://localhost/api/leaderboard/group/1',
    headers: [['authorization', 'Bearer eyJ-secret-token']],
  },
  response: {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: new TextEncoder().encode(JSON.stringify(body)),
  },
  isSanitized: true,
})
const row = { user_id: 7, rank: 1, username: 'boris77', points: 10, solved: 1 }
const board = { group_id: 1, updated_at: '2026-11-21T18:00:00Z', rows: [row], series: [] }

const observe = (exchange: Exchange) =>
  act(() => {
    const id = observedExchanges.add(exchange, Date.UTC(2026, 10, 22))
    const { judgements, operationId } = validate({ id, exchange })
    observedExchanges.setVerdict(id, judgements ?? 'failed', operationId)
  })

/** Runs idle callbacks at once. */
const skipIdleTime = () => {
  setClock({
    timer: (delay, run) => {
      if (delay < 1000) queueMicrotask(run)
      return () => {}
    },
  })
  onTestFinished(() => setClock(null))
}

beforeEach(async () => {
  await startI18n('en')
  onTestFinished(() => {
    observedExchanges.clear()
    recorder.discard()
  })
})

test('a violation shows the response and a curl command without secrets, and is in the HAR', async () => {
  const { saved } = captureDownloads()
  skipIdleTime()
  const user = userEvent.setup()
  render(<ContractSection />)
  screen.getByText('No responses checked yet.', { selector: 'p' })
  observe(answer(board))
  screen.getByText('All checked responses match the contract.')
  observe(answer({ ...board, rows: [{ ...row, points: 'ten' }] }))
  screen.getByText('2 responses checked, 1 contract violation')
  const violation = within(screen.getByRole('listitem'))
  await user.click(violation.getByText(/scalar type changed/))
  violation.getByText(/an integer is promised, a string came/)
  violation.getByText(
    /^curl -i 'http:\/\/localhost\/api\/leaderboard\/group\/1' -H 'authorization: Bearer '"\$ACCESS_TOKEN"$/,
  )
  violation.getByText(/"rank":1/)
  await user.click(screen.getByRole('button', { name: 'Download HAR' }))
  await screen.findByText('HAR saved to the browser’s downloads')
  const [{ name, content: file } = { name: '', content: new Blob() }] = saved
  expect(name).toMatch(/^flagship-\d{8}-\d{6}\.har$/)
  const text = await file.text()
  expect(JSON.parse(text).log.entries).toHaveLength(2)
  expect(text + document.body.textContent).not.toMatch(/eyJ|boris/)
})

test('the journal shows pending and ended calls, without secrets', async () => {
  const user = userEvent.setup()
  render(<JournalSection />)
  const link = 'k3Vd9sQ2mZ7xT1aB'
  const url = `http://localhost/api/user/profile/by_shared_link/${link}?code=lms-77`
  const sent: Exchange = { request: { method: 'GET', url, headers: [] }, response: null }
  let [first, second, third] = [0, 0, 0]
  act(() => {
    first = observedExchanges.add(sent, 0, 'pending')
    second = observedExchanges.add(sent, 0, 'pending')
    third = observedExchanges.add(sent, 0, 'pending')
  })
  expect(screen.getAllByText('pending…')).toHaveLength(3)
  const what = `The link ${link} is no link.`
  act(() => {
    observedExchanges.end(first, sent, 0, 'tooSlow')
    observedExchanges.end(second, sent, 0, 'givenUp')
    observedExchanges.end(third, { ...sent, response: { status: 200, headers: [] } }, 0)
    observedExchanges.setVerdict(third, [
      { driftId: 'DR36', severity: 'degraded', place: 'answer 200 /link', what },
    ])
  })
  screen.getByText('no response in time')
  screen.getByText('aborted by the page')
  const [row] = screen.getAllByText('GET /api/user/profile/by_shared_link/$SHARE_LINK?code=$CODE')
  if (row) await user.click(row)
  await screen.findByText(/is no link/)
  expect(document.body.textContent).not.toMatch(/k3Vd9|lms-77/)
  act(() => observedExchanges.setVerdict(third, 'failed'))
  screen.getByText('couldn’t be checked')
})

test('a recording is saved as a scenario file without personal names', async () => {
  const { saved } = captureDownloads()
  skipIdleTime()
  const user = userEvent.setup()
  render(<RecordSection />)
  observe(answer(board))
  await user.click(screen.getByRole('button', { name: 'Start recording' }))
  observe(answer(board))
  observe(answer({ ...board, rows: 'none' }))
  await screen.findByText('Recording. 2 requests recorded.')
  await user.click(screen.getByRole('button', { name: 'Stop recording' }))
  observe(answer(board))
  const name = screen.getByRole('textbox', { name: 'Scenario name' })
  await user.clear(name)
  await user.type(name, 'My')
  await user.click(screen.getByRole('button', { name: 'Download scenario' }))
  await screen.findByText(/^Enter a name with lowercase Latin letters/)
  await user.clear(name)
  await user.type(name, 'my-board{Enter}')
  await screen.findByText('1 response in the scenario. 1 user under a made-up name.')
  screen.getByText(/mocks\/recordings\/my-board\.json .*\?scenario=recorded:my-board\./)
  screen.getByText(/It breaks the contract \(DR\d\d/)
  const text = (await saved.find(({ name }) => name === 'my-board.json')?.content.text()) ?? ''
  expect(JSON.parse(text)).toMatchObject({ name: 'my-board', exchanges: [{ operationId: 'getLeaderboard' }] })
  expect(text).not.toContain('boris')
  await user.click(screen.getByRole('button', { name: 'Delete recording' }))
  screen.getByRole('button', { name: 'Start recording' })
})

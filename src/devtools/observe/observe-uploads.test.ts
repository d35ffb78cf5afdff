import { expect, test } from 'vitest'
import type { Exchange } from '../../../scripts/lib/validator/exchange'
import { observeUploads } from './observe-uploads'

/** A minimal fake `XMLHttpRequest`. */
const makeScope = () => {
  class Call extends EventTarget {
    status = 0
    responseType = 'arraybuffer'
    response: ArrayBuffer | null = null
    open() {}
    setRequestHeader() {}
    send() {}
    getAllResponseHeaders() {
      return 'Content-Type: application/json\r\nX-Request-Id: mock-2\r\n'
    }
    end(status: number, text: string) {
      this.status = status
      this.response = new TextEncoder().encode(text).buffer
      this.dispatchEvent(new Event(status === 0 ? 'error' : 'load'))
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
  }
  return { XMLHttpRequest: Call }
}

test('reports an upload with its response, without the file', () => {
  const scope = makeScope()
  const exchanges: Exchange[] = []
  const outcomes: string[] = []
  const end = observeUploads(scope as never, sent => {
    expect(sent.response).toBe(null)
    outcomes.push('pending')
    return (exchange, outcome) => {
      exchanges.push(exchange)
      outcomes.push(outcome)
    }
  })
  const upload = (url: string) => {
    const call = new scope.XMLHttpRequest() as unknown as XMLHttpRequest &
      InstanceType<typeof scope.XMLHttpRequest>
    call.open('post', url)
    call.setRequestHeader('Authorization', 'Bearer x')
    call.send('a file')
    return call
  }
  upload('http://localhost/api/feedback').end(413, '{"detail":"x"}')
  upload('http://localhost/api/feedback').end(0, '')
  upload('http://localhost/elsewhere').end(200, '')
  upload('http://localhost/api/feedback').abort()
  const last = upload('http://localhost/api/feedback')
  end()
  upload('http://localhost/api/feedback').end(204, '')
  last.end(204, '')
  const request = {
    method: 'POST',
    url: 'http://localhost/api/feedback',
    headers: [['authorization', 'Bearer x']],
  }
  expect(exchanges.map(one => one.request)).toEqual(Array(4).fill(request))
  expect(exchanges.map(one => one.response?.status)).toEqual([413, undefined, undefined, 204])
  expect(outcomes.filter(one => one !== 'pending')).toEqual(['answered', 'broken', 'givenUp', 'answered'])
  expect(outcomes).toHaveLength(8)
  expect(new TextDecoder().decode(exchanges[0]?.response?.body)).toBe('{"detail":"x"}')
  expect(exchanges[0]?.response?.headers).toContainEqual(['content-type', 'application/json'])
})

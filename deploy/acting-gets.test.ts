import { describe, expect, it } from 'vitest'
import { isForeignWrite } from './acting-gets'
import { actingUrls, foreignWrites, ownRequests } from './foreign-write-cases'

describe('H13 a GET that writes', () => {
  it('is one of eight of the contract', () => {
    expect(actingUrls).toHaveLength(8)
  })

  it.each(actingUrls)('%s is refused unless a script of this site sends it', url => {
    for (const headers of foreignWrites) {
      for (const method of ['GET', 'HEAD'])
        expect([headers, isForeignWrite({ method, url, headers })]).toEqual([headers, true])
      // No write by POST has these paths; where one has, it needs a preflight.
      expect(isForeignWrite({ method: 'POST', url, headers })).toBe(false)
    }
    for (const headers of ownRequests)
      expect([headers, isForeignWrite({ method: 'GET', url, headers })]).toEqual([headers, false])
  })

  it.each([
    '/api/groups/1/attempts/start?x=1',
    '/api/groups/1/attempts/start/',
    '/api/groups/1/attempts/start;x=1',
    '/api//groups/1/attempts/start',
    '/api/x/../groups/1/attempts/start',
    '/api/groups/1/attempts/%73tart',
    '/files/..%2fapi/groups/1/attempts/start',
    '/API/groups/1/Attempts/start',
  ])('is recognized as %s', url => {
    expect(isForeignWrite({ method: 'GET', url, headers: { 'sec-fetch-site': 'cross-site' } })).toBe(true)
  })

  it.each(['/api/groups/1', '/api/groups/1/attempts/started', '/login', '/files/%E0%A4%A', '/api/status'])(
    'is not %s',
    url => {
      expect(isForeignWrite({ method: 'GET', url, headers: { 'sec-fetch-site': 'cross-site' } })).toBe(false)
    },
  )
})

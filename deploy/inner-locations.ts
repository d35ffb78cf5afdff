/** A `Location` that an API answers, and what the browser has to get instead; for the tests of every proxy. */
export const innerLocations = (apiHost: string, siteHost: string): [given: string, seen: string][] => [
  [`http://${apiHost}/api/groups/`, '/api/groups/'],
  [`https://${apiHost}/api/groups/?page=2`, '/api/groups/?page=2'],
  [`HTTP://${apiHost.replace(/:\d+$/, '').toUpperCase()}/api/groups/`, '/api/groups/'],
  [`//${apiHost}/api/groups/`, '/api/groups/'],
  [`http://${apiHost}`, '/'],
  [`http://${apiHost}//other.example/`, '/other.example/'],
  ['http://localhost:8000/api/groups/', '/api/groups/'],
  ['http://[::1]:8000/api/groups/', '/api/groups/'],
  [`http://${siteHost}/api/groups/`, '/api/groups/'],
  ['/api/groups/', '/api/groups/'],
  ['groups/', 'groups/'],
  ['https://files.example/api/groups/', 'https://files.example/api/groups/'],
  [`https://${apiHost.replace(/:\d+$/, '')}.example/x`, `https://${apiHost.replace(/:\d+$/, '')}.example/x`],
]

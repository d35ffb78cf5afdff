/** `Location` headers of an API and what the browser must receive, for the tests of every proxy. */
export const redirectCases = (apiHost: string, siteHost: string): [given: string, seen: string][] => [
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

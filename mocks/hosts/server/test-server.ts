import { onTestFinished } from 'vitest'
import { type MockServerOptions, startMockServer } from './start'

/** A server for one test, with helpers. */
export async function startForTest(options: MockServerOptions = {}) {
  const server = await startMockServer(options)
  onTestFinished(() => server.close())
  const { url } = server
  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const login = async (username = 'student') => {
    const response = await post('/api/auth/login', { username, password: 'flagship-demo' })
    const cookie = response.headers.getSetCookie()[0] ?? ''
    const { access_token } = (await response.json()) as { access_token: string }
    return { cookie, headers: { authorization: `Bearer ${access_token}` } }
  }
  return { server, url, post, login }
}

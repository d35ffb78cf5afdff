import { digest } from './digest'

type Sort = (host: string, seconds: number) => string

/** What the tools behind a lab print when a start breaks off. */
const sorts: readonly [Sort, ...Sort[]] = [
  (host, seconds) =>
    `${host}: step 2/4 "pull image" failed\nregistry.labs.example: net/http: TLS handshake timeout after ${seconds} s`,
  (host, seconds) =>
    `${host}: not ready after ${seconds} s\nreadiness probe failed: dial tcp 10.20.0.14:8080: connect: connection refused`,
  host =>
    `${host}: 0/6 nodes are available: 4 Insufficient memory, 2 node(s) had untolerated taint\npod was not scheduled, giving up`,
]

/** Why the start of the lab at `host` breaks off after so many seconds, in plain text; always the same for the same host. */
export function failureText(host: string, seconds: number): string {
  const sort = sorts[Number.parseInt(digest(4, host), 16) % sorts.length] ?? sorts[0]
  return sort(host, seconds)
}

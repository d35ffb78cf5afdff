import { findMissingServerTools } from '../scripts/browser-tools'
import { test as base } from './platform'

const missing = findMissingServerTools()

/** A test on the production build as `deploy/nginx` serves it, with the simulated platform of its worker behind it. */
export const test = base.extend({ baseURL: ({ nginx }, use) => use(nginx.url) })

/** For the top of a file: skips its tests where nginx can't be started. */
export const needNginx = () =>
  test.skip(
    missing.length > 0,
    `Not installed: ${missing.join(', ')}. On Debian and Ubuntu: apt-get install nginx libnginx-mod-http-brotli-static jq openssl`,
  )

import { clock } from '../lib/clock'
import { startWithFirstReads } from './first-reads'

/** The simulated platform and the developer tools must start before the session. */
const { PROD: isBuilt, VITE_MOCKS: mocks, VITE_DEVTOOLS: devtools } = import.meta.env

// Part of the first chunk that runs, while the rest of the application still loads. Pages for the frame of a bank need
// no session.
if (isBuilt && mocks !== 'on' && devtools !== 'on' && !location.pathname.startsWith('/order/')) {
  void startWithFirstReads(location.pathname)
  // The first format of a language takes a phone a tenth of a second. Now it only waits for the network.
  clock.after(50, () => new Intl.NumberFormat(document.documentElement.lang))
}

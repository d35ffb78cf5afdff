import { startMocks } from '../hosts/browser'

/** Starts the platform when the bank's page is opened in a tab of its own, outside of the site. */
await startMocks()

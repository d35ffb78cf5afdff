import { startMocks } from '../browser'

/** The platform for a bank's page in a tab of its own, where there is no page of the site around it. */
await startMocks()

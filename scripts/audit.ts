import { readProject } from './supply-chain/lockfile'
import { runAudit } from './supply-chain/run-audit'

/** Ends with 0 when clean, 1 when something of high or critical severity is shipped, 3 when the service cannot be asked. */
const { code, lines } = await runAudit(readProject())
for (const line of lines) (code === 0 ? console.log : console.error)(line)
process.exitCode = code

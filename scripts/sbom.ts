import { writeFileSync } from 'node:fs'
import { countLicences } from './supply-chain/licences'
import { readProject } from './supply-chain/lockfile'
import { makeSbom, sbomProblems } from './supply-chain/sbom'

/** Writes the bill of materials of what is shipped, and tells the licences of everything, tools included. */
const file = process.argv[2] ?? 'sbom.cdx.json'
const { lock } = readProject()
const sbom = makeSbom(lock)
const problems = sbomProblems(sbom, lock)
writeFileSync(file, `${JSON.stringify(sbom, undefined, 2)}\n`)
console.log(`${file}: ${sbom.components.length} components are shipped.`)
for (const [licence, packages] of countLicences(lock))
  console.log(`${String(packages).padStart(5)}  ${licence}`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exitCode = 1

/** Runs Redocly for `npm run contract:lint` and `contract:docs`, without telemetry and notices, on every system. */
process.env.REDOCLY_TELEMETRY = 'off'
process.env.REDOCLY_SUPPRESS_UPDATE_NOTICE = 'true'

// On Node 20, which we support, every output would begin with a box about the end of that support in Redocly.
const write = process.stderr.write.bind(process.stderr)
process.stderr.write = ((text: string, ...rest: never[]) =>
  String(text).includes('Node.js 20 support is ending') || write(text, ...rest)) as typeof write

// @ts-expect-error A program has no types.
await import('@redocly/cli/bin/cli.js')

/** Build-time constants of a build or a development server. */
export interface BuildMode {
  /** The simulated platform in the browser. */
  mocks: 'on' | 'off'
  /** The developer tools: a contract check of every response, and the controls of the simulated platform. */
  devtools: 'on' | 'off'
  /** Folder of the built site. */
  outDir: string
}

/** Build modes as `vite build --mode` takes them. */
const builds: Record<string, BuildMode> = {
  production: { mocks: 'off', devtools: 'off', outDir: 'dist' },
  staging: { mocks: 'off', devtools: 'on', outDir: 'dist-staging' },
  demo: { mocks: 'on', devtools: 'on', outDir: 'dist-demo' },
  /** Modes of tools that read the configuration without building. */
  development: { mocks: 'off', devtools: 'off', outDir: 'dist' },
}

/** Only the build mode may set these. */
const switches = ['VITE_MOCKS', 'VITE_DEVTOOLS'] as const

export interface BuildCall {
  command: 'build' | 'serve'
  mode: string
  /** The variables of the process and of `.env` files. */
  env: Readonly<Record<string, string | undefined>>
}

/**
 * Reads how Vite was started. A development server has the simulated platform unless `API_URL` names a backend.
 * Throws an Error for an unknown mode, and for a production build whose environment would include the simulated
 * platform (reliability case H09).
 */
export function readBuildMode({ command, mode, env }: BuildCall): BuildMode {
  if (command === 'serve') {
    const isTest = Boolean(env.VITEST)
    return {
      mocks: isTest || env.API_URL ? 'off' : 'on',
      devtools: isTest ? 'off' : 'on',
      outDir: 'dist',
    }
  }
  const build = Object.hasOwn(builds, mode) ? builds[mode] : undefined
  if (!build) throw new Error(`There is no build "${mode}"; there are ${Object.keys(builds).join(', ')}.`)
  for (const name of switches) {
    const value = env[name]
    const isOff = value === undefined || ['', 'off', 'false', '0'].includes(value)
    if (!isOff && build.outDir === 'dist')
      throw new Error(
        `${name} is set to "${value}": a production build holds nothing of it. Unset it, or run "npm run build:demo".`,
      )
  }
  return build
}

/** What a build or a development server holds beside the product, as constants that its code reads. */
export interface BuildMode {
  /** The simulated platform in the browser. */
  mocks: 'on' | 'off'
  /** The developers' strip: what the page asks, judged by the contract, and the controls of a simulated platform. */
  devtools: 'on' | 'off'
  /** Folder of the built site. */
  outDir: string
}

/** Kinds of builds by the name that `vite build --mode` takes. */
const builds: Record<string, BuildMode> = {
  production: { mocks: 'off', devtools: 'off', outDir: 'dist' },
  staging: { mocks: 'off', devtools: 'on', outDir: 'dist-staging' },
  demo: { mocks: 'on', devtools: 'on', outDir: 'dist-demo' },
  /** What tools ask the configuration for that build nothing. */
  development: { mocks: 'off', devtools: 'off', outDir: 'dist' },
}

/** What cannot be switched on from outside: the kind of the build alone decides. */
const switches = ['VITE_MOCKS', 'VITE_DEVTOOLS'] as const

export interface BuildCall {
  command: 'build' | 'serve'
  mode: string
  /** The variables of the process and of `.env` files. */
  env: Readonly<Record<string, string | undefined>>
}

/**
 * Reads how Vite was called. A development server has the simulated platform unless `API_URL` names a backend.
 * Throws an Error with one sentence for a build of an unknown kind, and for one that an accident in the environment
 * would fill with the simulated platform (reliability case H09).
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

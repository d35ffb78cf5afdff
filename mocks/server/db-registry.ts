import { createPlatform, type Platform, type PlatformHost } from './platform'
import { unnamed } from './requested-db'

/** How many databases with a name a server keeps. */
const most = 50

/** The isolated platforms of one server: each is made when it is first asked for. */
export class DbRegistry {
  readonly #host: PlatformHost
  readonly #unnamed: Platform
  /** By name, the one that was used least lately first. */
  readonly #named = new Map<string, Platform>()

  constructor(host: PlatformHost) {
    this.#host = host
    this.#unnamed = createPlatform(host, unnamed)
  }

  /** The database of that name; of too many, the one that nobody has used for the longest time is thrown away. */
  of(name: string): Platform {
    if (name === unnamed) return this.#unnamed
    const platform = this.#named.get(name) ?? createPlatform(this.#host, name)
    this.#named.delete(name)
    this.#named.set(name, platform)
    const [oldest] = this.#named
    if (oldest && this.#named.size > most) {
      this.#named.delete(oldest[0])
      oldest[1].terminals.drop()
    }
    return platform
  }

  /** Those with a name, the one that was used least lately first. */
  names(): string[] {
    return [...this.#named.keys()]
  }

  /** Breaks the connection of every terminal of every db. */
  drop(): void {
    for (const { terminals } of [this.#unnamed, ...this.#named.values()]) terminals.drop()
  }
}

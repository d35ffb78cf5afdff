import { DEFAULT_DB } from '../platform/db-name'
import { createPlatform, type Platform, type PlatformHost } from './platform'

const MAX_NAMED_DBS = 50

/** The isolated platforms of one server, created on first use. */
export class DbRegistry {
  readonly #host: PlatformHost
  readonly #unnamed: Platform
  /** By name, least recently used first. */
  readonly #named = new Map<string, Platform>()

  constructor(host: PlatformHost) {
    this.#host = host
    this.#unnamed = createPlatform(host, DEFAULT_DB)
  }

  /** Creates the platform if needed; the least recently used one is dropped beyond the maximum. */
  get(name: string): Platform {
    if (name === DEFAULT_DB) return this.#unnamed
    const platform = this.#named.get(name) ?? createPlatform(this.#host, name)
    this.#named.delete(name)
    this.#named.set(name, platform)
    const [oldest] = this.#named
    if (oldest && this.#named.size > MAX_NAMED_DBS) {
      this.#named.delete(oldest[0])
      oldest[1].terminals.drop()
    }
    return platform
  }

  /** Least recently used first. */
  names(): string[] {
    return [...this.#named.keys()]
  }

  dropTerminals(): void {
    for (const { terminals } of [this.#unnamed, ...this.#named.values()]) terminals.drop()
  }
}

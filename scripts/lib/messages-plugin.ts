import type { Plugin } from 'vite'

const file = /\/src\/i18n\/locales\/(\w+)\/(\w+)\.json$/

/** The development server sends a saved file of messages to the page (`src/i18n/init.ts`) instead of reloading it. */
export function messagesPlugin(): Plugin {
  return {
    name: 'flagship:messages',
    apply: 'serve',
    async hotUpdate({ file: path, read }) {
      const [, language, namespace] = file.exec(path) ?? []
      if (language === undefined || this.environment.name !== 'client') return undefined
      try {
        const messages = JSON.parse(await read())
        this.environment.hot.send('flagship:messages', { language, namespace, messages })
        return []
      } catch {
        // Not JSON yet: Vite shows where it is broken.
        return undefined
      }
    },
  }
}

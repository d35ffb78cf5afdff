import type { BreakGroup } from '../break'

const file = 'src/lib/storage.ts'
const tests = ['src/lib/storage.test.ts']

/** What is kept on the device. */
export const storageBreaks: BreakGroup = {
  part: 'storage',
  breaks: [
    {
      name: 'a full or forbidden store throws',
      file,
      find: '      isTold = true\n      return null',
      replace: '      isTold = true\n      throw error',
      tests,
    },
    {
      name: 'a store without room is complained of at every write',
      file,
      find: '      isTold = true\n',
      replace: '',
      tests,
    },
    {
      name: 'what stands in the store is believed',
      file,
      find: "return typeof raw === 'string' ? storageRegistry[key].accept(raw) : null",
      replace: "return typeof raw === 'string' ? raw : null",
      tests,
    },
    {
      name: 'the words undefined and null are tokens',
      file,
      find: " && !['undefined', 'null', '[object Object]'].includes(raw) ? raw : null",
      replace: ' ? raw : null',
      tests,
    },
    {
      name: 'after a reload the value from before the full store is back',
      file,
      find: '      // A full store still holds the value from before, which must not come back after a reload.\n      attempt(found => found.removeItem(key))\n',
      replace: '',
      tests,
    },
    {
      name: 'a value that is removed lives on in memory',
      file,
      find: '    remove(key: StorageKey): void {\n      memory.delete(key)\n',
      replace: '    remove(key: StorageKey): void {\n',
      tests,
    },
    {
      name: 'the token is kept after the logout',
      file,
      find: "token: { owner: 'session', isPerUser: true, isClearedAtLogout: true",
      replace: "token: { owner: 'session', isPerUser: true, isClearedAtLogout: false",
      tests,
    },
    {
      name: 'the logout takes the unsent message with it',
      file,
      find: "FeedBack: { owner: 'feedback', isPerUser: true, isClearedAtLogout: false",
      replace: "FeedBack: { owner: 'feedback', isPerUser: true, isClearedAtLogout: true",
      tests,
    },
    {
      name: 'the unsent message is left to the next person',
      file,
      find: "FeedBack: { owner: 'feedback', isPerUser: true",
      replace: "FeedBack: { owner: 'feedback', isPerUser: false",
      tests,
    },
    {
      name: 'when another person comes, the new token goes too',
      file,
      find: "const isLeftBehind = isPerUser && key !== 'token'",
      replace: 'const isLeftBehind = isPerUser',
      tests,
    },
    {
      name: 'drafts of one person are left to the next',
      file: 'src/lib/drafts.ts',
      find: '    if (userId > 0) removeOthers(userId)\n',
      replace: '',
      tests: ['src/lib/drafts.test.ts'],
    },
    {
      name: 'a full store loses what is being typed',
      file: 'src/lib/drafts.ts',
      find: '      memory.set(name, text)\n',
      replace: '',
      tests: ['src/lib/drafts.test.ts'],
    },
    {
      name: 'the cookie of the language is sent over plain http from an https page',
      file: 'src/lib/cookie.ts',
      find: "isSecure ? '; Secure' : ''",
      replace: "isSecure ? '' : ''",
      tests: ['src/lib/cookie.test.ts'],
    },
  ],
}

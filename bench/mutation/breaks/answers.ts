import type { BreakGroup } from '../break'

/** What the client makes of answers. */
export const answerBreaks: BreakGroup = {
  part: 'answers',
  breaks: [
    {
      name: 'a page with status 200 is taken for data',
      file: 'src/api/client.ts',
      find: 'if (await isUnreadable(response, options.parseAs)) {',
      replace: "if (options.parseAs === 'stream' && (await isUnreadable(response, options.parseAs))) {",
      tests: ['src/api/errors.test.ts'],
    },
    {
      name: 'any detail of a server has words',
      file: 'src/api/errors.ts',
      find: 'detail: isErrorDetail(detail) ? detail : undefined',
      replace: 'detail: detail as ErrorDetail',
      tests: ['src/api/errors.test.ts'],
    },
    {
      name: 'details are looked up where toString is one',
      file: 'src/api/error-details.ts',
      find: '=> known.has(detail)',
      replace: "=> typeof detail === 'string' && detail in details",
      tests: ['src/api/errors.test.ts'],
    },
    {
      name: 'Retry-After is obeyed whatever it says',
      file: 'src/api/errors.ts',
      find: 'Math.min(longestWait, Math.max(0, seconds))',
      replace: 'Math.max(0, seconds)',
      tests: ['src/api/errors.test.ts'],
    },
    {
      name: 'a page is saved as a VPN configuration',
      file: 'src/api/download.ts',
      find: "    if (await isForeign(data, response.headers.get('content-type') ?? '')) throw refused(response)\n",
      replace: '',
      tests: ['src/api/download.test.ts'],
    },
    {
      name: 'half of a VPN configuration is saved',
      file: 'src/api/download.ts',
      find: 'if (!data?.size || isCut(data, response))',
      replace: 'if (!data?.size)',
      tests: ['src/api/download.test.ts'],
    },
    {
      name: 'an upload loses the boundary of its parts',
      file: 'src/api/upload.ts',
      find: 'call.setRequestHeader(name, value)',
      replace: "call.setRequestHeader(name, name === 'content-type' ? 'multipart/form-data' : value)",
      tests: ['src/api/upload.test.tsx'],
    },
  ],
}

import type { DriftClass } from './drift-classes'

/** Classes of drift in requests: operations, parameters and bodies. */
export const requestDriftClasses = {
  DR01: {
    title: 'operation removed',
    severity: 'breaking',
    advice: 'Bring the operation back, or agree on a new contract with the client first.',
  },
  DR02: {
    title: 'method changed',
    severity: 'breaking',
    advice: 'Answer the method of the contract again, at least beside the new one.',
  },
  DR03: {
    title: 'path renamed or base path moved',
    severity: 'breaking',
    advice: 'Serve the old path again, or redirect it inside of the server.',
  },
  DR04: {
    title: 'undocumented operation',
    severity: 'information',
    advice: 'Add it to the contract when the client is to use it.',
  },
  DR05: {
    title: 'path parameter renamed',
    severity: 'information',
    advice: "Nothing breaks: the name is not sent. Use the contract's name so that documents agree.",
  },
  DR06: {
    title: 'path parameter type changed',
    severity: 'breaking',
    advice: 'Take the values that the contract lets the client send.',
  },
  DR07: {
    title: 'query parameter renamed',
    severity: 'breaking',
    advice: "Read the parameter under the contract's name again.",
  },
  DR08: {
    title: 'required query parameter added',
    severity: 'breaking',
    advice: 'Make it optional with a default: clients that are out there do not send it.',
  },
  DR09: {
    title: 'optional query parameter added or made optional',
    severity: 'information',
    advice: 'Add it to the contract when the client is to use it.',
  },
  DR10: {
    title: 'required body field added',
    severity: 'breaking',
    advice: 'Make it optional with a default: clients that are out there do not send it.',
  },
  DR11: {
    title: 'body field renamed',
    severity: 'breaking',
    advice: "Read the field under the contract's name again.",
  },
  DR12: {
    title: 'body field ignored or removed',
    severity: 'degraded',
    advice: 'Read the field again: the client sends it and users expect its effect.',
  },
  DR13: {
    title: 'pattern tightened',
    severity: 'breaking',
    advice: "Take every value that the contract's pattern takes.",
  },
  DR14: {
    title: 'maximum length reduced',
    severity: 'degraded',
    advice: 'Take texts as long as the contract allows.',
  },
  DR15: {
    title: 'minimum length raised',
    severity: 'degraded',
    advice: 'Take texts as short as the contract allows.',
  },
  DR16: {
    title: 'request null refused',
    severity: 'breaking',
    advice: 'Take null where the contract allows it.',
  },
  DR17: {
    title: 'request media type changed',
    severity: 'breaking',
    advice: 'Read the media type of the contract.',
  },
  DR18: {
    title: 'multipart part renamed',
    severity: 'breaking',
    advice: "Read the part under the contract's name again.",
  },
  DR19: {
    title: 'validation dropped',
    severity: 'degraded',
    advice: 'Reject what the contract calls invalid, with the documented error.',
  },
  DR20: {
    title: 'upload limit or type changed',
    severity: 'degraded',
    advice: 'Take files of the size and kind that the contract promises.',
  },
} as const satisfies Record<string, DriftClass>

import type { Operation } from '../../../contract/operation'
import type { AnyCall, Call, Facts, OperationId } from '../facts'

/** What a safe request has besides its required parameters. */
function safeRequests(unknownId: number, name: string): { readonly [Id in OperationId]?: Partial<Call<Id>> } {
  return {
    login: { json: { username: name, password: 'not-the-password' } },
    register: {
      json: {
        email: `${name}@example.com`,
        username: name,
        password: 'not-the-password',
        invite: 'nowhere',
      },
    },
    completeLmsLogin: { json: { code: name } },
    requestPasswordReset: { query: { email: `${name}@example.com` } },
    setNewPassword: { json: { token: name, password: 'not-the-password' } },
    setTaskVisibility: { json: { visible: true } },
    findLmsTask: { json: { mnemonic_code_group: 'nowhere', gitlab_id: '0' } },
    submitFlags: { json: { flags: ['wrong{}'] } },
    updateUsername: { json: { new_username: name } },
    updatePassword: { json: { old_password: 'not-the-password', new_password: 'not-the-password' } },
    getSharedProfile: { path: { link: 'an-unknown-share-link' } },
    getCompetencies: { query: { user_id: unknownId } },
    sendFeedback: { form: { text: 'Contract check.' } },
  }
}

/**
 * A valid request that does no harm even if it succeeds: it refers to records that do not exist, under a name that no
 * other request uses. Invalid requests are derived from it. Undefined for an unlisted operation with a body.
 */
export function safeRequest({ operationId, parameters, body }: Operation, facts: Facts): AnyCall | undefined {
  const { unknownId } = facts
  const own: Partial<AnyCall> | undefined = safeRequests(unknownId, facts.unusedName())[
    operationId as OperationId
  ]
  if (body && !own) return undefined
  const valuesIn = (place: 'path' | 'query') =>
    Object.fromEntries(
      parameters
        .filter(one => one.in === place && one.required)
        .map(({ name, schema }) => [name, schema.type === 'integer' ? unknownId : 'nowhere']),
    )
  return { path: valuesIn('path'), query: valuesIn('query'), ...own }
}

import { type JsonObject, objectAt } from '../../lib/json'
import type { BackendParameter, Credential } from './backend-document'
import { follow } from './references'

/**
 * How a call proves who asks. A framework writes a token that is read by hand as a plain header or cookie parameter,
 * so these count too; where neither a scheme nor such a parameter stands, the document does not speak of it.
 */
export function securityOf(
  document: JsonObject,
  operation: JsonObject,
  parameters: readonly BackendParameter[],
): readonly Credential[] | undefined {
  const schemes = objectAt(objectAt(document.components).securitySchemes)
  const said = operation.security ?? document.security
  const byHand = parameters.flatMap(parameter => credentialOf(parameter) ?? [])
  if (!Array.isArray(said)) return byHand.length > 0 ? byHand : undefined
  const choices = said.flatMap((choice): Credential[] => {
    const names = Object.keys(objectAt(choice))
    if (names.length === 0) return [{ kind: 'none' }]
    return names.map(name => kindOf(name, objectAt(follow(document, schemes[name]))))
  })
  if (choices.length > 0) return choices
  return byHand.length > 0 ? byHand : [{ kind: 'none' }]
}

function credentialOf({ in: place, name }: BackendParameter): Credential | undefined {
  if (place === 'header' && name.toLowerCase() === 'authorization') return { kind: 'bearer' }
  return place === 'cookie' ? { kind: 'cookie', name } : undefined
}

function kindOf(name: string, scheme: JsonObject): Credential {
  const { type, in: place, name: field } = scheme
  const isToken = type === 'oauth2' || type === 'openIdConnect'
  if (isToken || (type === 'http' && String(scheme.scheme).toLowerCase() === 'bearer'))
    return { kind: 'bearer' }
  if (type === 'apiKey' && place === 'header' && String(field).toLowerCase() === 'authorization') {
    return { kind: 'bearer' }
  }
  if (type === 'apiKey' && place === 'cookie') return { kind: 'cookie', name: String(field) }
  const words = [type, scheme.scheme, place, field].filter(word => typeof word === 'string')
  return { kind: 'other', name: words.length > 0 ? words.join(' ') : name }
}

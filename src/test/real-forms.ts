import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { onTestFinished, vi } from 'vitest'

/**
 * Lets forms with files be sent in jsdom: its own `File` loses its name on the way into Node's `Request`. A form made
 * of a page's element stays jsdom's, which is what reads fields.
 */
export const useRealForms = async (): Promise<void> => {
  const PageForm = globalThis.FormData
  const empty = await new Response(new URLSearchParams()).formData()
  const NodeForm = empty.constructor as typeof FormData
  const construct = (target: typeof FormData, args: ConstructorParameters<typeof FormData>) =>
    args.length > 0 ? new PageForm(...args) : new target()
  vi.stubGlobal('FormData', new Proxy(NodeForm, { construct }))
  vi.stubGlobal('File', NodeFile)
  vi.stubGlobal('Blob', NodeBlob)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
}

/** What left the page by `XMLHttpRequest`, as it left. */
interface Upload {
  headers: Record<string, string>
  body: Uint8Array
}

/** Keeps what is sent from now on; call it after the simulated platform has begun to listen. */
export const recordUploads = (): Upload[] => {
  const uploads: Upload[] = []
  const construct = (target: typeof XMLHttpRequest): XMLHttpRequest => {
    const call = new target()
    const headers: Record<string, string> = {}
    const heard = {
      setRequestHeader(name: string, value: string) {
        headers[name.toLowerCase()] = value
        call.setRequestHeader(name, value)
      },
      send(body: ArrayBuffer) {
        uploads.push({ headers, body: new Uint8Array(body) })
        call.send(body)
      },
    }
    return new Proxy(call, {
      get: (_, key) => {
        if (key in heard) return Reflect.get(heard, key)
        const value: unknown = Reflect.get(call, key)
        return typeof value === 'function' ? value.bind(call) : value
      },
      set: (_, key, value) => Reflect.set(call, key, value),
    })
  }
  vi.stubGlobal('XMLHttpRequest', new Proxy(globalThis.XMLHttpRequest, { construct }))
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return uploads
}

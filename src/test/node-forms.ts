import { Blob as NodeBlob, File as NodeFile } from 'node:buffer'
import { onTestFinished, vi } from 'vitest'

/**
 * Makes forms with files work in jsdom, whose `File` loses its name in Node's `Request` and is rejected by Node 24. The
 * `FormData` of a form element stays that of jsdom, which reads the fields.
 */
export const installNodeForms = async (): Promise<void> => {
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

interface Upload {
  headers: Record<string, string>
  body: Uint8Array
}

/** Records XMLHttpRequest uploads from now on; call it after the platform listens. */
export const recordUploads = (): Upload[] => {
  const uploads: Upload[] = []
  const construct = (target: typeof XMLHttpRequest): XMLHttpRequest => {
    const call = new target()
    const headers: Record<string, string> = {}
    const overrides = {
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
        if (key in overrides) return Reflect.get(overrides, key)
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
